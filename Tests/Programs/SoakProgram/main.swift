import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// Random meshes, chains, races, scenarios and orders on a queue, checked against models, until the time is up. See `.ci/soak`.

let arguments = CommandLine.arguments.dropFirst().map { Int($0) }
guard let minutes = arguments.first ?? nil, minutes > 0, arguments.count <= 2, !arguments.contains(nil) else {
  complain("usage: SoakProgram MINUTES [SEED]")
  exit(2)
}
let firstSeed = arguments.count == 2 ? arguments[1] ?? 0 : Int(time(nil)) * 1_000_000
let end = ContinuousClock.now + .seconds(minutes * 60)

var counts = [Int](repeating: 0, count: Kind.allCases.count)
var early: Resources?
var seed = firstSeed
print("Seeds from \(firstSeed), for \(minutes) minutes.")
fflush(nil)
while ContinuousClock.now < end {
  let round = seed - firstSeed
  let kind = Kind.allCases[round % Kind.allCases.count]
  do {
    switch kind {
    case .mesh: try Mesh(seed: seed).run()
    case .chain: try Chain(seed: seed).run()
    case .race: try Race(seed: seed).run()
    case .scenario: try await runScenario(seed: seed)
    case .order: try QueueOrder(seed: seed).run()
    }
  } catch {
    complain("A \(kind) fails: \(error)\nRepeat it: .ci/soak \(minutes) \(seed - kind.offset)")
    exit(1)
  }
  counts[kind.offset] += 1
  seed += 1
  // Measure only from here, because memory that the first rounds allocate and keep is not a leak.
  if early == nil, round == 2_000 { early = .now() }
}

let late = Resources.now()
print(zip(Kind.allCases, counts).map { "\($1) \($0) rounds" }.joined(separator: ", "))
if let early {
  print("memory \(early.kilobytes) -> \(late.kilobytes) KB, descriptors \(early.descriptors) -> \(late.descriptors)")
  // Ignore memory growth under a sanitizer, which keeps memory of its own.
  let memoryGrows = getenv("SANITIZE") == nil && late.kilobytes > early.kilobytes + 32 * 1024
  if memoryGrows || late.descriptors > early.descriptors + 4 {
    complain("Memory or descriptors grow. Repeat it: .ci/soak \(minutes) \(firstSeed)")
    exit(1)
  }
}

enum Kind: String, CaseIterable, CustomStringConvertible {
  case mesh, chain, race, scenario, order

  var description: String { rawValue }
  /// How many seeds before a failing one a run must start, so that the failing seed gets this kind of round again.
  var offset: Int { Kind.allCases.firstIndex(of: self) ?? 0 }
}

/// A result that differs from the model.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

func complain(_ message: String) {
  let text = Array((message + "\n").utf8)
  _ = text.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
}
