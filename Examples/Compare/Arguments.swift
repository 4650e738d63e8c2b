import TerminalControls

/// The parsed command line.
struct Arguments: Equatable {
  var file: String?
  var filter: String?
  /// The row to explain.
  var row: String?
  var isCode = false
  var isHelp = false

  /// Stands for standard input.
  static let standardInput = "-"

  static let help = """
    Compare: view models written with Bindable, with the Rx core, bridged (Bindable
    outside, Rx inside), and with @Observable.

    USAGE: Compare [FILE] [--filter TEXT]
           Compare --explain ROW
           Compare --code
           Compare --help

    It reads text and counts lines and words, and finds the most frequent word. All
    four word counters get the same input. It shows what their views received, and
    then how a counter of clicks and a search differ.

      FILE           read this file; "-" is standard input. Without it, the program
                     reads what is piped into it or, if nothing is, a poem
      --filter TEXT  count only words that contain TEXT, from the middle of the
                     input on, or from its end if its size is not known. The
                     filter applies to earlier words, too. For the poem it is "w"
                     unless another one is given
      --explain ROW  explain a row of the table, with the lines of code that make
                     the difference. ROW is the first word of the row, or
                     values, answers or input, for the rest of the report
      --code         show the view models with Bindable and with Rx beside each
                     other, or below each other if the terminal is too narrow
      --help         show this

    A word is a run of letters of any script. Case makes no difference. Lines are
    held in memory whole, at about 20 bytes for each byte of the longest.

    Ctrl-C while the input is read ends the reading: the report on what was read
    follows. A second Ctrl-C ends the program at once.

    EXIT STATUS: 0, 1 after an error, 130 after Ctrl-C

    """

  init(_ arguments: [String]) throws(Failure) {
    var rest = arguments[...]
    var areOptionsAllowed = true
    while let argument = rest.popFirst() {
      switch argument {
      case "--" where areOptionsAllowed: areOptionsAllowed = false
      case "--code" where areOptionsAllowed: isCode = true
      case "--help" where areOptionsAllowed, "-h" where areOptionsAllowed: isHelp = true
      case "--filter" where areOptionsAllowed: filter = try Self.value(of: argument, in: &rest)
      case "--explain" where areOptionsAllowed: row = try Self.row(of: argument, in: &rest)
      case let option where areOptionsAllowed && option.hasPrefix("-") && option != Self.standardInput:
        throw Failure("there is no option \(printable(option)); --help lists the options")
      case "":
        throw Failure("the name of the file is empty")
      default:
        guard file == nil else { throw Failure("at most one file can be read; --help explains") }
        file = argument
      }
    }
    if row != nil || isCode, file != nil || filter != nil || (row != nil && isCode) {
      throw Failure("--explain ROW and --code cannot be combined with anything else; --help explains")
    }
  }

  private static func value(of option: String, in rest: inout ArraySlice<String>) throws(Failure) -> String {
    guard let value = rest.popFirst() else { throw Failure("\(option) needs a value after it") }
    guard !value.isEmpty else { throw Failure("the value after \(option) is empty") }
    return value
  }

  private static func row(of option: String, in rest: inout ArraySlice<String>) throws(Failure) -> String {
    let name = try value(of: option, in: &rest)
    guard Explanation.all.contains(where: { $0.row == name }) else {
      let names = Explanation.all.map(\.row).joined(separator: ", ")
      throw Failure("there is no row \(printable(name)); the rows are \(names)")
    }
    return name
  }
}
