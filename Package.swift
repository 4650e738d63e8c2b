// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Bindable",
  products: [
    .library(name: "BindableKit", targets: ["BindableKit"]),
    .library(name: "RxCore", targets: ["RxCore"]),
    .library(name: "RxBindable", targets: ["RxBindable"]),
    .library(name: "RxTesting", targets: ["RxTesting"]),
    .library(name: "RxComparison", targets: ["RxComparison"]),
    .library(name: "RxFoundation", targets: ["RxFoundation"]),
    .library(name: "BindableObservation", targets: ["BindableObservation"]),
    .library(name: "TerminalControls", targets: ["TerminalControls"]),
  ],
  targets: [
    // Without a product: what both sides need, and the C functions that Swift cannot name.
    .target(name: "CRuntime"),
    .target(name: "DeliveryCore", dependencies: ["CRuntime"]),

    .target(name: "BindableKit", dependencies: ["CRuntime", "DeliveryCore"]),
    .target(name: "RxCore", dependencies: ["CRuntime", "DeliveryCore"]),
    .target(name: "RxBindable", dependencies: ["BindableKit", "RxCore", "DeliveryCore"]),
    // The concurrency runtime's hooks, apart from CRuntime: only tests link them.
    .target(name: "CTesting"),
    .target(name: "RxTesting", dependencies: ["RxCore", "DeliveryCore", "CRuntime", "CTesting"]),
    .target(
      name: "RxComparison", dependencies: ["BindableKit", "RxCore", "RxBindable", "RxTesting", "DeliveryCore"]),

    // The only one that uses Foundation.
    .target(name: "RxFoundation", dependencies: ["RxCore"]),

    // From and to the standard library's @Observable.
    .target(name: "BindableObservation", dependencies: ["BindableKit", "RxCore", "DeliveryCore"]),

    // A screen of text, its controls and its keys.
    .target(
      name: "TerminalControls", dependencies: ["BindableKit", "RxCore", "RxBindable", "DeliveryCore", "CRuntime"]),

    .executableTarget(
      name: "Compare", dependencies: ["BindableKit", "RxCore", "RxBindable", "RxTesting", "TerminalControls"],
      path: "Examples/Compare",
      // Links to the sources of which the program shows lines.
      resources: [.embedInCode("Listings")]),

    .executableTarget(
      name: "Counter", dependencies: ["BindableKit", "RxCore", "RxBindable", "TerminalControls"],
      path: "Examples/Counter"),
    .executableTarget(
      name: "Search", dependencies: ["BindableKit", "RxCore", "RxBindable", "TerminalControls"], path: "Examples/Search"
    ),

    .target(name: "TestSupport", dependencies: ["RxCore"], path: "Tests/TestSupport"),
    // What only a program with a main thread of its own can show; run by BindableKitTests and RxTestingTests.
    .executableTarget(
      name: "MainQueueProgram", dependencies: ["BindableKit", "RxCore", "RxTesting"],
      path: "Tests/Programs/MainQueueProgram"),
    // The first programs that anyone writes, without a run loop; run by BindableKitTests.
    .executableTarget(name: "FirstProgram", dependencies: ["BindableKit"], path: "Tests/Programs/FirstProgram"),
    .executableTarget(name: "FirstMainProgram", dependencies: ["BindableKit"], path: "Tests/Programs/FirstMainProgram"),
    .executableTarget(name: "AsyncMainProgram", dependencies: ["BindableKit"], path: "Tests/Programs/AsyncMainProgram"),
    // Programs that handle signals; run by BindableKitTests, and with a screen by TerminalControlsTests.
    .executableTarget(
      name: "SignalProgram", dependencies: ["BindableKit", "RxBindable", "RxCore"], path: "Tests/Programs/SignalProgram"
    ),
    .executableTarget(
      name: "ScreenProgram", dependencies: ["BindableKit", "TerminalControls"], path: "Tests/Programs/ScreenProgram"),
    .executableTarget(name: "FirstRxProgram", dependencies: ["RxCore"], path: "Tests/Programs/FirstRxProgram"),
    // The program of the article on the terminal's controls; run by TerminalControlsTests, and drawn by .ci/run pictures.
    .executableTarget(
      name: "JobsProgram", dependencies: ["BindableKit", "RxBindable", "RxCore", "TerminalControls"],
      path: "Tests/Programs/JobsProgram"),
    // A table of all operators, for the tests that go through each of them.
    .target(name: "OperatorTable", dependencies: ["RxCore"], path: "Tests/OperatorTable"),
    .testTarget(
      name: "BindableKitTests",
      dependencies: [
        "BindableKit", "DeliveryCore", "RxBindable", "RxCore", "MainQueueProgram", "FirstProgram", "FirstMainProgram",
        "AsyncMainProgram", "FirstRxProgram", "SignalProgram", "TestSupport",
      ]),
    .testTarget(name: "RxCoreTests", dependencies: ["OperatorTable", "RxCore", "RxTesting", "TestSupport"]),
    .testTarget(
      name: "RxBindableTests", dependencies: ["BindableKit", "DeliveryCore", "RxCore", "RxBindable", "TestSupport"]),
    .testTarget(
      name: "RxTestingTests",
      dependencies: ["BindableKit", "RxCore", "RxBindable", "RxTesting", "MainQueueProgram", "TestSupport"]),
    .testTarget(
      name: "RxComparisonTests",
      dependencies: ["BindableKit", "RxCore", "RxBindable", "RxTesting", "RxComparison", "TestSupport"]),
    .testTarget(name: "RxFoundationTests", dependencies: ["RxCore", "RxFoundation", "TestSupport"]),
    .testTarget(
      name: "BindableObservationTests",
      dependencies: ["BindableKit", "BindableObservation", "DeliveryCore", "RxCore", "TestSupport"]),
    .testTarget(
      name: "TerminalControlsTests",
      dependencies: [
        "BindableKit", "JobsProgram", "RxCore", "RxBindable", "RxTesting", "ScreenProgram", "TerminalControls",
        "TestSupport",
      ]),
    .testTarget(name: "CounterTests", dependencies: ["Counter", "RxComparison", "RxCore", "RxTesting", "TestSupport"]),
    .testTarget(
      name: "SearchTests", dependencies: ["BindableKit", "RxCore", "RxBindable", "RxTesting", "Search", "TestSupport"]),
    .testTarget(
      name: "CompareTests",
      dependencies: ["BindableKit", "Compare", "RxCore", "RxTesting", "TerminalControls", "TestSupport"]),
    // Compiles and runs the code in the README and the articles.
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "BindableKit", "BindableObservation", "OperatorTable", "RxCore", "RxBindable", "RxFoundation", "RxTesting",
        "RxComparison", "TerminalControls", "TestSupport",
      ],
      exclude: ["README.md"]),
    // A Swift 5 mode client, and a Swift 6 mode one with a view on the main actor: what compiles here must keep
    // compiling without a warning.
    .testTarget(name: "Swift5ClientTests", dependencies: ["BindableKit", "RxCore", "RxBindable", "RxTesting"]),
    .testTarget(name: "MainActorClientTests", dependencies: ["BindableKit", "RxCore", "RxBindable", "TestSupport"]),
  ]
)

// The one place for settings: every Swift target gets the same.
let swiftSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
]
let swift5Settings: [SwiftSetting] = [.swiftLanguageMode(.v5)]
let strictness: [SwiftSetting] = Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)]

for target in package.targets where !["CRuntime", "CTesting"].contains(target.name) {
  target.swiftSettings = (target.name == "Swift5ClientTests" ? swift5Settings : swiftSettings) + strictness
}
