// swift-tools-version: 6.2
import PackageDescription

let swiftSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
]

// A separate package, so that the library itself has no dependencies: OpenCombine is only a contender.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    // An explicit name, because the identity of a local package is otherwise the name of its folder.
    .package(name: "Bindable", path: "../.."),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
  ],
  targets: [
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        .product(name: "BindableKit", package: "Bindable"),
        .product(name: "RxCore", package: "Bindable"),
        .product(name: "RxTesting", package: "Bindable"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
      ],
      swiftSettings: swiftSettings),
    // A separate program, because it replaces malloc.
    .executableTarget(
      name: "Allocations",
      dependencies: [
        "CAllocations", .product(name: "RxCore", package: "Bindable"),
        .product(name: "OpenCombine", package: "OpenCombine"),
      ],
      swiftSettings: swiftSettings),
    .target(name: "CAllocations"),
  ]
)
