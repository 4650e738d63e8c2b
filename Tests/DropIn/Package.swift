// swift-tools-version: 6.2
import PackageDescription

// Two libraries and their tests, written for RxSwift: their imports and qualified names are RxSwift's. The first is built
// in Swift 5 and in Swift 6 mode; the folders for Swift 6 are links to those for Swift 5.
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

let rxSwift = products(["RxSwift", "RxRelay", "RxCocoa"])
let rxTest = products(["RxTest", "RxBlocking"])

let swift5: [SwiftSetting] = [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]
// Swift 6 mode warns about each capture that may race. Here only its errors count.
let swift6: [SwiftSetting] = [.swiftLanguageMode(.v6), .unsafeFlags(["-suppress-warnings"])]

for (library, settings) in [("RxWeather5", swift5), ("RxWeather6", swift6), ("RxTravel5", swift5)] {
  package.targets.append(.target(name: library, dependencies: rxSwift))
  package.targets.append(
    .testTarget(name: "\(library)Tests", dependencies: [.target(name: library)] + rxSwift + rxTest))
  // With the flag under which libraries count their resources.
  for target in package.targets.suffix(2) { target.swiftSettings = settings + [.define("TRACE_RESOURCES")] }
}

// RxSwift 6's deprecated names. `.ci/run dropin` compares their warnings.
package.targets.append(
  .testTarget(
    name: "FormerNamesTests", dependencies: rxSwift + rxTest,
    swiftSettings: [.swiftLanguageMode(.v5), .unsafeFlags(["-suppress-warnings"])]))

func products(_ names: [String]) -> [Target.Dependency] {
  names.map { .product(name: $0, package: "RxSwift") }
}
