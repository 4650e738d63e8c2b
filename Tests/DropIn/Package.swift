// swift-tools-version: 6.2
import PackageDescription

// A library and its tests, written for RxSwift: their imports and qualified names are RxSwift's. Built in Swift 5 and in
// Swift 6 mode; the folders for Swift 6 are links to those for Swift 5.
let package = Package(
  name: "DropInClient",
  platforms: [.macOS(.v15)],
  // An explicit name, because the identity of a local package is otherwise the name of its folder.
  dependencies: [.package(name: "Bindable", path: "../.."), .package(path: "../../Sources/DropIn/RxSwift")],
  targets: [
    // Two programs with the same source, to compare their sizes.
    .executableTarget(name: "SmallRxCore", dependencies: [.product(name: "RxCore", package: "Bindable")]),
    .executableTarget(
      name: "SmallRxSwift", dependencies: [.product(name: "RxSwift", package: "RxSwift")],
      swiftSettings: [.define("DROP_IN")]),
  ]
)

// Swift 6 mode warns about each capture that may race. Here only its errors count.
let modes: [(version: Int, settings: [SwiftSetting])] = [
  (5, [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]),
  (6, [.swiftLanguageMode(.v6), .unsafeFlags(["-suppress-warnings"])]),
]

for (version, settings) in modes {
  let library = "RxWeather\(version)"
  package.targets.append(.target(name: library, dependencies: products(["RxSwift", "RxRelay", "RxCocoa"])))
  package.targets.append(
    .testTarget(
      name: "\(library)Tests",
      dependencies: [.target(name: library)] + products(["RxSwift", "RxRelay", "RxCocoa", "RxTest", "RxBlocking"])))
  // With the flag under which libraries count their resources.
  for target in package.targets.suffix(2) { target.swiftSettings = settings + [.define("TRACE_RESOURCES")] }
}

func products(_ names: [String]) -> [Target.Dependency] {
  names.map { .product(name: $0, package: "RxSwift") }
}
