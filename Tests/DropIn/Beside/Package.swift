// swift-tools-version: 6.2
import PackageDescription

// A program that uses the root package and another one with a target named RxSwift, as RxSwift itself has. SwiftPM
// refuses to build it if a product of the root package contains a target of that name.
let package = Package(
  name: "Beside",
  platforms: [.macOS(.v15)],
  dependencies: [
    // An explicit name, because the identity of a local package is otherwise the name of its folder.
    .package(name: "Bindable", path: "../../.."), .package(path: "Other"),
  ],
  targets: [
    .executableTarget(
      name: "Beside",
      dependencies: [.product(name: "BindableKit", package: "Bindable"), .product(name: "RxSwift", package: "Other")])
  ]
)
