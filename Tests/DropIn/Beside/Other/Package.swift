// swift-tools-version: 6.2
import PackageDescription

// Stands for RxSwift.
let package = Package(
  name: "Other",
  products: [.library(name: "RxSwift", targets: ["RxSwift"])],
  targets: [.target(name: "RxSwift")]
)
