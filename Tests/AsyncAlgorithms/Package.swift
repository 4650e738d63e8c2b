// swift-tools-version: 6.2
import PackageDescription

// A separate package, because it needs swift-async-algorithms: debounce and throttle for the values of a Bindable, without
// Rx. The recipe of this name shows its code.
let package = Package(
  name: "AsyncAlgorithmsRecipe",
  platforms: [.macOS(.v15)],
  dependencies: [
    // An explicit name, because the identity of a local package is otherwise the name of its folder.
    .package(name: "Bindable", path: "../.."),
    .package(url: "https://github.com/apple/swift-async-algorithms", exact: "1.1.4"),
  ],
  targets: [
    .testTarget(
      name: "AsyncAlgorithmsTests",
      dependencies: [
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
        .product(name: "BindableKit", package: "Bindable"),
        .product(name: "RxBindable", package: "Bindable"),
        .product(name: "RxCore", package: "Bindable"),
        .product(name: "RxTesting", package: "Bindable"),
      ],
      swiftSettings: [
        .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
      ])
  ]
)
