#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The settings of a terminal: the original ones, and those for a screen.
struct TerminalMode {
  private let descriptor: Descriptor
  /// The original settings.
  let original: termios

  /// Switches to the alternate screen, with bracketed paste and without automatic wrapping.
  static let preparation = Array("\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?7l".utf8)

  /// Undoes `preparation`, resets the style and shows the cursor. The first Escape also ends any partially written
  /// sequence.
  static let restoration = Array("\u{1B}[0m\u{1B}[?7h\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l".utf8)

  /// Reads the current settings.
  init(of descriptor: Descriptor) throws(TerminalError) {
    self.descriptor = descriptor
    var settings = termios()
    guard tcgetattr(descriptor.number, &settings) == 0 else { throw Self.error }
    original = settings
  }

  /// Makes the terminal report each key as it is typed, without echo. Ctrl-C, Ctrl-\ and Ctrl-Z still send signals.
  ///
  /// A background program is stopped during this call until it is in the foreground.
  func prepare() throws(TerminalError) {
    var settings = original
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
    settings.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR)
    withUnsafeMutableBytes(of: &settings.c_cc) { controls in
      controls[Int(VMIN)] = 1
      controls[Int(VTIME)] = 0
    }
    let isDone = TerminalSignals.withUnblocked(SIGTTOU) { set(settings) }
    if !isDone { throw Self.error }
  }

  /// Restores the original settings.
  func restore() {
    _ = set(original)
  }

  private func set(_ settings: termios) -> Bool {
    var settings = settings
    while tcsetattr(descriptor.number, TCSANOW, &settings) != 0 {
      if errno != EINTR { return false }
    }
    return true
  }

  private static var error: TerminalError { .unsuitable(reason: String(cString: strerror(errno))) }
}
