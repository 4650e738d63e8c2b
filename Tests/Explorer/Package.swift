// swift-tools-version: 6.2
import PackageDescription

// Runs the sources of the package above under a scheduler that tries all schedules. The folders in `Explored` link to
// them. They are compiled unchanged, except that the modules they import as `Synchronization` and `Dispatch` are this
// package's models. Linux only, because the baton is a futex.
let package = Package(
  name: "Explorer",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "Baton"),
    .target(name: "Schedule", dependencies: ["Baton"]),
    .target(name: "VirtualDispatch", dependencies: ["Schedule"]),
    .target(name: "CRuntime", dependencies: ["Baton"]),
    .target(
      name: "DeliveryCore", dependencies: ["CRuntime", "Schedule", "VirtualDispatch"], exclude: ["Sources/Lock.swift"]),
    .target(name: "BindableKit", dependencies: ["CRuntime", "DeliveryCore"]),
    .target(name: "RxCore", dependencies: ["DeliveryCore"]),
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
