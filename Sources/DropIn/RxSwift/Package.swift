// swift-tools-version: 6.2
import PackageDescription

// RxSwift's module names, for libraries and programs written for RxSwift. A package of its own, because modules of these
// names in the root package would exclude the real RxSwift from every program that uses it. Its folder's name is its
// identity, so it replaces RxSwift for all packages of a program.
let package = Package(
  name: "RxSwift",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  // An explicit name, because the identity of a local package is otherwise the name of its folder.
  dependencies: [.package(name: "Bindable", path: "../../..")]
)

// Each module re-exports others: modules of the root package, and `RxSwift`, through which alone the others show RxCore.
// A name that both declare, such as `DataDecoder`, then means RxSwift's.
let modules = [
  "RxSwift": ["RxCore"],
  "RxRelay": ["RxSwift"],
  "RxCocoa": ["RxSwift", "RxFoundation"],
  "RxTest": ["RxCore", "RxTesting"],
  "RxBlocking": ["RxTesting"],
]

for (name, reexported) in modules.sorted(by: { $0.key < $1.key }) {
  package.products.append(.library(name: name, targets: [name]))
  // A second name, which some libraries ask for. Two dynamic libraries would each contain RxCore, so it is not one.
  package.products.append(.library(name: "\(name)-Dynamic", targets: [name]))
  package.targets.append(
    .target(
      name: name,
      dependencies: reexported.map {
        modules.keys.contains($0) ? .target(name: $0) : .product(name: $0, package: "Bindable")
      },
      swiftSettings: [
        .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
      ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])))
}
