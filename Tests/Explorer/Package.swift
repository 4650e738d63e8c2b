// swift-tools-version: 6.2
import PackageDescription

// Runs the package's sources under a scheduler that tries all schedules with few preemptions. The folders in `Explored`
// link to the sources. The sources are compiled unchanged, except that models replace `CRuntime`, `Lock`, the
// count of resources, and the modules that the sources import as `Synchronization` and `Dispatch`. Linux only, because the baton is a futex.
let package = Package(
  name: "Explorer",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "Baton"),
    .target(name: "Schedule", dependencies: ["Baton"]),
    .target(name: "VirtualDispatch", dependencies: ["Schedule"]),
    .target(name: "CRuntime", dependencies: ["Baton"]),
    .target(
      name: "DeliveryCore", dependencies: ["CRuntime", "Schedule", "VirtualDispatch"],
      exclude: ["Sources/Lock.swift", "Sources/CreationWatch.swift", "Sources/WatchedWork.swift"]),
    .target(name: "BindableKit", dependencies: ["CRuntime", "DeliveryCore"]),
    .target(name: "RxCore", dependencies: ["CRuntime", "DeliveryCore"], exclude: ["Sources/Core/Resources.swift"]),
    .target(name: "RxBindable", dependencies: ["BindableKit", "RxCore", "DeliveryCore"]),
    // Breaks the sources on purpose, and checks that the explorer finds each break.
    .executableTarget(name: "Breaks"),
    .executableTarget(
      name: "Explorer",
      dependencies: ["Baton", "BindableKit", "DeliveryCore", "RxBindable", "RxCore", "Schedule", "VirtualDispatch"]),
  ]
)

let explored = ["CRuntime", "DeliveryCore", "BindableKit", "RxCore", "RxBindable"]
for target in package.targets {
  target.path = (explored.contains(target.name) ? "Explored/" : "") + target.name
  if target.name == "CRuntime" || target.name == "Baton" { continue }
  target.swiftSettings = [
    .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
  ]
  if Context.environment["CI"] != nil { target.swiftSettings?.append(.treatAllWarnings(as: .error)) }
  if explored.contains(target.name) {
    target.swiftSettings?.append(
      .unsafeFlags(["-module-alias", "Synchronization=Schedule", "-module-alias", "Dispatch=VirtualDispatch"]))
  }
}
