/// What the command line asks for.
struct Arguments: Equatable {
  var file: String?
  var filter: String?
  var svg: String?
  var isJSON = false
  var isHelp = false

  static let help = """
    Compare: one view model, written with Bindable, with the Rx core, and bridged.

    USAGE: Compare [FILE] [--filter TEXT] [--json] [--svg FILE] [--help]

    It reads lines and counts lines, words, and the most frequent word; all three view models get
    the same input. Then it shows what each of them told its observers, how they differ, and what
    they cost.

      FILE           read this file; "-" is standard input. Without it, what is piped into the
                     program is read; if nothing is, a poem of eight lines
      --filter TEXT  count only words that contain TEXT, from the middle of the input on, or from its
                     end if its size is not known. A filter applies to what was read before, too.
                     For the poem it is "w" unless given
      --json         write JSON
      --svg FILE     draw the marble diagram into FILE as well
      --help         show this

    Of a long input, 262,144 different words are told apart; further ones are counted, but cannot
    become the most frequent. A line longer than a mebibyte is read in pieces. The table of cost is measured in release builds only:
    swift run -c release Compare

    """

  init(_ arguments: [String]) throws(Failure) {
    var rest = arguments[...]
    var isOption = true
    while let argument = rest.popFirst() {
      switch argument {
      case "--" where isOption: isOption = false
      case "--json" where isOption: isJSON = true
      case "--help" where isOption, "-h" where isOption: isHelp = true
      case "--svg" where isOption: svg = try Self.value(of: argument, in: &rest)
      case "--filter" where isOption: filter = try Self.value(of: argument, in: &rest)
      case _ where isOption && argument.hasPrefix("-") && argument != "-":
        throw Failure("there is no option \(printable(argument)); --help lists them")
      default:
        guard file == nil else { throw Failure("one file at most, please; --help explains") }
        file = argument
      }
    }
  }

  private static func value(of option: String, in rest: inout ArraySlice<String>) throws(Failure) -> String {
    guard let value = rest.popFirst() else { throw Failure("\(option) needs a value after it") }
    guard !value.isEmpty else { throw Failure("the value after \(option) is empty") }
    return value
  }
}
