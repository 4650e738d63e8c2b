// swift-tools-version: 6.2
import PackageDescription

// Programs that `swift test` does not run. The test folders belong to the root package.
let package = Package(
  name: "Programs",
  platforms: [.macOS(.v15)],
  // An explicit name, because the identity of a local package is otherwise the name of its folder.
  dependencies: [.package(name: "Bindable", path: "..")],
  targets: [
    // Run by .ci/run under the leak sanitizer, which scans a program's memory when it ends.
    .executableTarget(
      name: "LeakProgram", dependencies: ["OperatorTable", "BindableKit", "RxCore", "RxBindable"].map(dependency),
      path: "Programs/LeakProgram"),
    // Built by .ci/run, which prints its size.
    .executableTarget(
      name: "SmallProgram", dependencies: ["BindableKit", "RxCore"].map(dependency), path: "Programs/SmallProgram"),
    // Run by .ci/run pictures, which draws the screens that the README shows.
    .executableTarget(
      name: "PictureProgram", dependencies: ["TestSupport"], path: "Programs/PictureProgram"),
    // Not run by .ci/run, because it measures time.
    .executableTarget(
      name: "GrowthProgram", dependencies: ["BindableKit", "OperatorTable", "RxCore"].map(dependency),
      path: "Programs/GrowthProgram"),
    // Run by .ci/soak.
    .executableTarget(
      name: "SoakProgram",
      dependencies: ["TestSupport"] + ["BindableKit", "RxCore", "RxBindable", "RxComparison"].map(dependency),
      path: "Programs/SoakProgram"),
    // Not run by .ci/run, because it counts lost values, whose number varies from run to run.
    .executableTarget(
      name: "TrackingProgram", dependencies: ["BindableKit", "BindableObservation", "RxCore"].map(dependency),
      path: "Programs/TrackingProgram"),
    .target(name: "OperatorTable", dependencies: [dependency("RxCore")], path: "OperatorTable"),
    .target(name: "TestSupport", dependencies: [dependency("RxCore")], path: "TestSupport"),
  ]
)

/// A target of this package, or a product of the root package.
func dependency(_ name: String) -> Target.Dependency {
  name == "OperatorTable" ? .target(name: name) : .product(name: name, package: "Bindable")
}

for target in package.targets {
  target.swiftSettings = [
    .define("PROGRAMS"), .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
  ]
  if Context.environment["CI"] != nil { target.swiftSettings?.append(.treatAllWarnings(as: .error)) }
}
