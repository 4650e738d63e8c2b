// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Bindable",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "BindableKit", targets: ["BindableKit"]),
  ],
  targets: [
    .target(name: "CRuntime"),
    .target(name: "DeliveryCore", dependencies: ["CRuntime"]),
    .target(name: "BindableKit", dependencies: ["DeliveryCore"]),
  ]
)

for target in package.targets where target.name != "CRuntime" {
  target.swiftSettings = [
    .swiftLanguageMode(.v6), .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"), .enableUpcomingFeature("ExistentialAny"),
  ]
}
