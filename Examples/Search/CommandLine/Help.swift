extension Arguments {
  /// The output of `--help`.
  static let help = """
    Search: finds files by name and content as you type.

    USAGE: Search [--names] [--contents] [PATH ...]
           Search --query WORD [--ignore-case] [--names] [--contents] [--max N]
                  [--summary] [--] [PATH ...]

    Without --query, it runs in the terminal. With --query, it prints each line
    that contains WORD, as `grep -rnHF` does, and exits.

    KEYS
      arrow keys, Page Up and Down, Home, End, Ctrl-N, Ctrl-P   select a hit
      Enter    print path:line of the selected hit and exit
      Tab      search names, contents, or both
      Ctrl-T   toggle case sensitivity
      Escape   clear the query; if it is empty, exit with status 130

    OPTIONS
      PATH           a file, or a directory to search recursively. By default,
                     piped input or, if there is none, the current directory.
                     "-" is standard input
      --query WORD   print the lines that contain WORD, as path:line:text
      --ignore-case  ignore the case of the letters A to Z, but not of others
      --names        search file names and print the paths
      --contents     search file contents, the default with --query
      --max N        stop after N lines
      --summary      write a summary of the search to standard error
      --             treat all following arguments as PATH, even if they begin
                     with "-"
      --help         show this help

    Bytes are compared: WORD is not a pattern, and text may have any encoding in
    which WORD has the same bytes. A match cannot span lines.

    In a directory, symbolic links are not followed, and devices, pipes and
    sockets are not read. Hidden files are searched; files such as .gitignore
    have no effect. A file with a NUL byte in its first 32,768 bytes is binary:
    its contents are not searched, apart from lines of standard input that
    arrive before the NUL. The lines of a file are printed in order, the files
    in no particular order. Of a line longer than 16 MiB, only a part that
    contains the match is printed, at most 16 MiB long.

    EXIT STATUS: 0 if something was found, 1 if nothing was, 2 after an error,
    even if something was found

    """
}
