/// The parsed command line.
struct Arguments {
  private(set) var filter: String?
  private(set) var jsonPath: String?
  private(set) var isQuick = false
  private(set) var showsHelp = false

  static let usage = "Benchmarks [--filter WORKLOAD] [--json FILE] [--quick]"

  static var help: String {
    """
    usage: \(usage)

      --filter WORKLOAD  run the workload with this name, or all whose names begin with it
      --json FILE        also write the figures to FILE
      --quick            only check that everything runs; the figures are meaningless
      --help             show this

    workloads: \(names)
    """
  }

  init(_ arguments: [String]) throws(Failure) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--filter": filter = try Self.value(of: argument, from: &rest)
      case "--json": jsonPath = try Self.value(of: argument, from: &rest)
      case "--quick": isQuick = true
      case "--help", "-h": showsHelp = true
      default: throw .usage("unknown argument '\(argument)'; usage: \(Self.usage)")
      }
    }
  }

  private static func value(of option: String, from rest: inout ArraySlice<String>) throws(Failure) -> String {
    guard let value = rest.popFirst(), !value.isEmpty, !value.hasPrefix("--") else {
      throw .usage("\(option) needs a value; usage: \(usage)")
    }
    return value
  }

  /// The workload that the filter names, or else all workloads whose names start with the filter.
  func select(from workloads: [Workload]) throws(Failure) -> [Workload] {
    guard let filter else { return workloads }
    let exact = workloads.filter { $0.name == filter }
    let chosen = exact.isEmpty ? workloads.filter { $0.name.hasPrefix(filter) } : exact
    if chosen.isEmpty, !measuresSparse {
      throw .usage("no workload is named '\(filter)'; there are: \(Self.names)")
    }
    return chosen
  }

  /// Whether to measure the delivery of single values: see ``Sparse``.
  var measuresSparse: Bool {
    #if os(Linux)
      filter.map(Sparse.name.hasPrefix) ?? true
    #else
      false
    #endif
  }

  private static var names: String {
    var names = Workload.all.map(\.name)
    #if os(Linux)
      names.append(Sparse.name)
    #endif
    return names.joined(separator: ", ")
  }
}
