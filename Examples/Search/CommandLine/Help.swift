extension Arguments {
  /// What `--help` shows.
  static let help = """
    Search: finds files by their names and contents, as you type.

    USAGE: Search [--names] [--contents] [PATH ...]
           Search --query WORD [--ignore-case] [--names] [--contents] [--max N]
                  [--summary] [--] [PATH ...]

    Without --query it runs in the terminal. With it, it prints each line that
    contains WORD, as `grep -rnHF` does, and ends.

    KEYS
      arrow keys, Page Up and Down, Home, End, Ctrl-N, Ctrl-P   select a hit
      Enter    print path:line of the selected hit, and end
      Tab      search names, contents, or both
      Ctrl-T   make the case of letters matter, or not
      Escape   clear the query; with no query, end with status 130

    OPTIONS
      PATH           a file, or a directory with all that is below it. Without it,
                     what is piped into the program or, if nothing is, the current
                     directory. "-" is standard input
      --query WORD   print the lines that contain WORD, as path:line:text
      --ignore-case  the case of the letters A to Z makes no difference; that of
                     other letters always does
      --names        search the names of files, and print their paths
      --contents     search the contents of files. This is so without --names
      --max N        end after N lines
      --summary      write on standard error how much was searched
      --             what follows is a PATH, also if it begins with "-"
      --help         show this

    Bytes are compared: WORD is no pattern, and text may have any encoding in
    which WORD has the same bytes. A word does not span lines.

    Below a PATH that is a directory, symbolic links are not followed, and
    devices, pipes and sockets are not read. Hidden files are searched; files
    like .gitignore have no effect. A file with a NUL byte among its first 32,768
    bytes is binary: its contents are not searched. The lines of one file are
    printed in order, the files in no particular one. Of a line longer than 16 MiB
    a part of at most that size is printed that contains the match.

    EXIT STATUS: 0 if something was found, 1 if nothing was, 2 after an error,
    also if something was found

    """
}
