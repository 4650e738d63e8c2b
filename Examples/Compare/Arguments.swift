/// The parsed command line.
struct Arguments: Equatable {
  var file: FileName?
  var filter: String?
  var svg: FileName?
  /// The row to explain.
  var row: String?
  var isJSON = false
  var isHelp = false

  /// Stands for standard input and standard output.
  static let standardStream: FileName = "-"

  static let help = """
    Compare: one view model, written with Bindable, with the Rx core, bridged
    (Bindable outside, Rx inside), and with @Observable.

    USAGE: Compare [FILE] [--filter TEXT] [--json] [--svg FILE]
           Compare --explain ROW
           Compare --help

    It reads text and counts lines and words, and finds the most frequent word. All
    view models get the same input. Then it shows what their observers received,
    how the view models differ, and what they cost.

      FILE           read this file; "-" is standard input. Without it, the program
                     reads what is piped into it or, if nothing is, a poem
      --filter TEXT  count only words that contain TEXT, from the middle of the
                     input on, or from its end if its size is not known. The
                     filter applies to earlier words, too. For the poem it is "w"
                     unless another one is given
      --explain ROW  explain a row of the table, with the lines of code that make
                     the difference. ROW is the first word of the row
      --json         write JSON. Step 0 is the start. Each line or batch of lines is
                     a step, and so is setting the filter. The end is the last step
      --svg FILE     write the marble diagram to FILE as well; "-" is standard
                     output, and then nothing else is written there
      --help         show this

    A word is a run of letters and numbers of any script, as Unicode classifies
    them, with the combining marks, joiners and soft hyphens that follow them, and
    with apostrophes (' or ’) between them. Everything else separates words.
    Case makes no difference, in any script. Otherwise words are compared as they
    are written.

    Ctrl-C while the input is read ends the reading: the report on what was read
    follows. A second Ctrl-C ends the program at once.

    In a long input, at most 262,144 different words are distinguished, fewer if
    they are long; others are counted until the filter is set, and cannot become
    the most frequent. A line longer than a mebibyte is read in pieces; a word
    longer than that counts once, by its first piece.

    Costs are measured in release builds only: swift run -c release Compare

    EXIT STATUS: 0, 1 after an error, 130 after Ctrl-C

    """

  init(_ arguments: [FileName]) throws(Failure) {
    var rest = arguments[...]
    var areOptionsAllowed = true
    while let argument = rest.popFirst() {
      switch argument.readable {
      case "--" where areOptionsAllowed: areOptionsAllowed = false
      case "--json" where areOptionsAllowed: isJSON = true
      case "--help" where areOptionsAllowed, "-h" where areOptionsAllowed: isHelp = true
      case "--svg" where areOptionsAllowed: svg = try Self.value(of: argument, in: &rest)
      case "--filter" where areOptionsAllowed: filter = try Self.text(of: argument, in: &rest)
      case "--explain" where areOptionsAllowed: row = try Self.row(of: argument, in: &rest)
      case let option where areOptionsAllowed && option.hasPrefix("-") && option != "-":
        throw Failure("there is no option \(option); --help lists the options")
      case "":
        throw Failure("the name of the file is empty")
      default:
        guard file == nil else { throw Failure("at most one file can be read; --help explains") }
        file = argument
      }
    }
    if row != nil, arguments.count > 2 {
      throw Failure("--explain ROW cannot be combined with anything else; --help explains")
    }
    if isJSON, svg == Self.standardStream { throw Failure("--json and --svg - cannot both write to standard output") }
  }

  private static func value(of option: FileName, in rest: inout ArraySlice<FileName>) throws(Failure) -> FileName {
    guard let value = rest.popFirst() else { throw Failure("\(option.readable) needs a value after it") }
    guard !value.bytes.isEmpty else { throw Failure("the value after \(option.readable) is empty") }
    return value
  }

  private static func row(of argument: FileName, in rest: inout ArraySlice<FileName>) throws(Failure) -> String {
    let name = try value(of: argument, in: &rest).readable
    guard Explanation.all.contains(where: { $0.row == name }) else {
      let names = Explanation.all.map(\.row).joined(separator: ", ")
      throw Failure("there is no row \(name); the rows are \(names)")
    }
    return name
  }

  private static func text(of option: FileName, in rest: inout ArraySlice<FileName>) throws(Failure) -> String {
    let value = try value(of: option, in: &rest)
    guard let text = String(validating: value.bytes, as: UTF8.self) else {
      throw Failure("the value after \(option.readable) is not valid UTF-8: \(value.readable)")
    }
    return text
  }
}
