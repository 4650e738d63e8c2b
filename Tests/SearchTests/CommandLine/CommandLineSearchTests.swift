#if os(Linux)
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  @testable import Search

  @Suite("The program Search", .dedicatedThreads)
  struct CommandLineSearchTests {
    private func shell() throws -> Shell { Shell(folder: try TestFolder()) }

    @Test(
      "prints the same lines as grep",
      arguments: [
        "'word' .", "'word'", "'word' a b/c", "'Word' --ignore-case .", "'' b", "'nothing' .", "'x:y' .", "'é' .",
        "'--' -- .", "'word' missing a",
      ])
    func likeGrep(arguments: String) throws {
      let shell = try shell()
      try shell.folder.write("word\nno\na Word word\r\nno end word", to: "a")
      try shell.folder.write("\n\nword\n\n", to: "b/c")
      try shell.folder.write("x:y é -- \u{FF}\n", to: "b/d")
      try shell.folder.write("WORD\n" + String(repeating: "line\n", count: 100_000) + "word", to: "b/e/f")
      try shell.folder.write([0xFF, 0x0A] + Array("word".utf8), to: [0xFF])
      symlink("..", "\(shell.folder.path)/b/loop")
      let ours = try shell.run(
        "$search --query \(arguments) > /tmp/$$; status=$?; sort /tmp/$$; rm /tmp/$$; exit $status")
      let options = arguments.contains("--ignore-case") ? "-i" : ""
      let words = arguments.replacingOccurrences(of: " --ignore-case", with: "")
      let grep = try shell.run(
        "grep -rnHF \(options) -e \(words) > /tmp/$$; status=$?; sort /tmp/$$; rm /tmp/$$; exit $status")
      #expect(ours.text == grep.text)
      #expect(ours.status == grep.status)
    }

    @Test("prints bytes unchanged, in names and lines")
    func bytes() throws {
      let shell = try shell()
      try shell.folder.write([0xFE, 0xFF, 0x0D, 0x0A], to: [0x61, 0xC3])
      let result = try shell.run(#"$search --query $'\xFF' ."#)
      #expect(result.output == Array("./a".utf8) + [0xC3] + Array(":1:".utf8) + [0xFE, 0xFF, 0x0D, 0x0A])
      #expect(try shell.run(#"$search --query $'\xFF' $'a\xC3'"#).status == 0)
    }

    @Test("reads standard input for - and from a pipe")
    func standardInput() throws {
      let shell = try shell()
      try shell.folder.write("word\n", to: "a")
      #expect(try shell.run("echo a word | $search --query word").text == "(standard input):1:a word\n")
      #expect(try shell.run("echo a word | $search --query word a -").text.split(separator: "\n").count == 2)
      #expect(try shell.run("$search --query word < a").text == "(standard input):1:word\n")
      #expect(try shell.run("$search --query word a < /dev/null").text == "a:1:word\n")
    }

    @Test("prints input from a pipe before the pipe is closed")
    func slowPipe() throws {
      let shell = try shell()
      let result = try shell.run(
        """
        mkfifo in out
        $search --query word - < in > out & exec 3> in 4< out
        echo a word >&3; read -r -t 100 line <&4; echo "$line"
        exec 3>&-; cat <&4; wait
        """)
      #expect(result.text == "(standard input):1:a word\n")
    }

    @Test("prints the paths of files whose names contain the word")
    func names() throws {
      let shell = try shell()
      try shell.folder.write("b word\n", to: "word/a word")
      try shell.folder.write("", to: "word/b")
      #expect(try shell.run("$search --names --query word word").text == "word/a word\n")
      #expect(try shell.run("$search --names --contents --query word").text == "word/a word\nword/a word:1:b word\n")
      #expect(try shell.run("$search --names --query xyz").status == 1)
    }

    @Test("ends after the requested number of lines", arguments: [1, 2, 1_000, 150_000])
    func limit(limit: Int) throws {
      let shell = try shell()
      for file in 0..<3 { try shell.folder.write(String(repeating: "word\n", count: 50_001), to: "\(file)") }
      let result = try shell.run("$search --query word --max \(limit) | wc -l")
      #expect(result.text == "\(limit)\n")
      #expect(try shell.run("$search --query word --max 1 0").text == "0:1:word\n")
    }

    @Test("ends after the requested number of lines, though its input stays open")
    func limitOfOpenInput() throws {
      let result = try shell().run(
        """
        mkfifo in; exec 3<> in; echo word >&3
        timeout 60 $search --query word --max 1 - < in; echo $?
        """)
      #expect(result.text == "(standard input):1:word\n0\n")
    }

    @Test("reports each file that cannot be read in one line, prints the rest, and ends with 2")
    func errors() throws {
      let shell = try shell()
      try shell.folder.write("word\n", to: "a")
      let result = try shell.run(#"$search --query word missing a $'no\n\xFFne'"#)
      #expect(result.text == "a:1:word\n")
      #expect(
        Set(result.errors.split(separator: "\n")) == [
          "Search: missing: No such file or directory", #"Search: no^J\xFFne: No such file or directory"#,
        ])
      #expect(result.status == 2)
    }

    @Test("reports a mistake in the arguments in one line, and ends with 2")
    func mistakes() throws {
      let shell = try shell()
      for (arguments, message) in [
        ("--nope", "there is no option --nope; --help lists the options"),
        ("--query", "--query needs a value after it"),
        (#"$'--\x1B[31m'"#, #"there is no option --^[[31m; --help lists the options"#),
      ] {
        let result = try shell.run("$search \(arguments)")
        #expect(result == Shell.Result(status: 2, output: [], errors: "Search: \(message)\n"))
      }
    }

    @Test("shows the help")
    func help() throws {
      let result = try shell().run("$search --help")
      #expect(result == Shell.Result(status: 0, output: Array(Arguments.help.utf8), errors: ""))
    }

    @Test("ends silently if nothing reads its output, and with a message if that signal is ignored")
    func brokenPipe() throws {
      let shell = try shell()
      try shell.folder.write(String(repeating: "word\n", count: 200_000), to: "a")
      let result = try shell.run("$search --query word | head -1; echo ${PIPESTATUS[0]}")
      #expect(result.text == "a:1:word\n141\n")
      #expect(result.errors == "")
      let ignored = try shell.run("trap '' PIPE; $search --query word | head -1; echo ${PIPESTATUS[0]}")
      #expect(ignored.text == "a:1:word\n2\n")
      #expect(ignored.errors == "Search: write error: Broken pipe\n")
    }

    @Test("reports that the output cannot be written, and ends with 2", arguments: ["--query word", "--help"])
    func fullDisk(arguments: String) throws {
      let shell = try shell()
      try shell.folder.write("word\n", to: "a")
      let result = try shell.run("$search \(arguments) > /dev/full")
      #expect(result == Shell.Result(status: 2, output: [], errors: "Search: write error: No space left on device\n"))
    }

    @Test("waits for a slow input that another program has made non-blocking")
    func nonBlockingInput() throws {
      let folder = try TestFolder()
      let (input, output) = (try Channel.pipe(), try Channel.pipe())
      _ = fcntl(input.readEnd.descriptor, F_SETFL, O_NONBLOCK)
      let program = try ChildProgram(
        "Search", ["--query", "word", "-"], input: .channel(input.readEnd), output: .channel(output.writeEnd),
        errors: .file("\(folder.path)/err"))
      output.writeEnd.close()
      // The program may try to read before or after a line arrives, so write several.
      for number in 1...100 {
        try input.writeEnd.write("word \(number)\n")
        try output.readEnd.waitFor(":word \(number)\n")
      }
      input.writeEnd.close()
      #expect(try !output.readEnd.readSome())
      #expect(try program.end() == .exit(0))
    }

    @Test("an output is not full before its last lines are written")
    func fullOutput() throws {
      let pipe = try Channel.pipe()
      let output = Output(pipe.writeEnd.descriptor, limit: 1)
      let length = 1 << 20
      var chunk = OutputChunk()
      chunk.add(Path(bytes: Array(repeating: UInt8(ascii: "a"), count: length)))
      let (asked, answered) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let received = Atomic(0)
      startThread { [chunk] in #expect(throws: Never.self) { try output.write(chunk) } }
      #expect(pipe.readEnd.isReady(within: -1))
      startThread {
        asked.signal()
        #expect(output.isFull)
        #expect(received.load(ordering: .relaxed) > length / 2)
        answered.signal()
      }
      asked.wait()
      while pipe.readEnd.bytes.count <= length {
        #expect(try pipe.readEnd.readSome())
        received.store(pipe.readEnd.bytes.count, ordering: .relaxed)
      }
      #expect(answered.wait(timeout: .now() + TestSupport.limit) == .success)
      #expect(output.count == 1)
    }

    @Test("reports that the output is closed, and ends with 2", arguments: ["", "<&-"])
    func closedOutput(input: String) throws {
      let shell = try shell()
      try shell.folder.write("word\n", to: "a")
      let result = try shell.run("$search --query word a \(input) >&-")
      #expect(result == Shell.Result(status: 2, output: [], errors: "Search: write error: Bad file descriptor\n"))
    }

    @Test("does not search its own output file, not even as standard input")
    func output() throws {
      let shell = try shell()
      try shell.folder.write("word\n", to: "a")
      let piped = try shell.run("(ulimit -f 1000; $search --query word < a >> a); cat a")
      #expect(piped.text == "word\n")
      #expect(piped.errors == "Search: (standard input): this file is also the output\n")
      let result = try shell.run("$search --query word . > found; cat found")
      #expect(result.text == "./a:1:word\n")
      #expect(result.errors == "Search: ./found: this file is also the output\n")
    }

    @Test("skips binary files, and counts them in the summary")
    func binary() throws {
      let shell = try shell()
      try shell.folder.write("word\0\n", to: "a")
      try shell.folder.write("word\n", to: "b")
      let result = try shell.run("$search --query word --summary missing .")
      #expect(result.text == "./b:1:word\n")
      #expect(
        result.errors == """
          Search: missing: No such file or directory
          Search: 1 line found, 2 files searched, 1 binary file skipped, 1 error\n
          """)
    }

    @Test("reads no devices or pipes below a directory, and ends")
    func pipes() throws {
      let shell = try shell()
      mkfifo("\(shell.folder.path)/pipe", 0o600)
      try shell.folder.write("word\n", to: "z")
      #expect(try shell.run("$search --query word .").text == "./z:1:word\n")
    }

    @Test("a line longer than the buffer is printed in part, with the correct number")
    func longLine() throws {
      let shell = try shell()
      let result = try shell.run(
        """
        (echo first; head -c 40000000 /dev/zero | tr '\\0' x; echo word; echo a word) > long
        $search --query word long | tee part | cut -c1-9; grep -c xword$ part
        """)
      #expect(result.text == "long:2:xx\nlong:3:a \n1\n")
    }
  }
#endif
