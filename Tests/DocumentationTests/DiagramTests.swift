#if os(Linux)
  import Testing

  @Suite("A diagram's sources and observers") struct DiagramTests {
    private func diagram(_ text: String) throws -> Diagram {
      let lines = text.split(separator: "\n").map(String.init)
      return try Diagram(Article.Block(language: "", lines: lines, place: Place("A.swift", 7)))
    }

    @Test("a source has its line's events, without the spaces that other lines' groups cause")
    func sources() throws {
      let diagram = try diagram(
        """
        printed before
        a      -   -1--(23)#
        b      -   ---2-   -
        b (1)  -   --^--   -!
        merge  (12)-1--(23)#
        ticks  0   10
        """)
      #expect(
        diagram.sources == [
          .init(name: "a", marbles: "--1--(23)#", showsSubscriptions: false),
          .init(name: "b", marbles: "----2--", showsSubscriptions: true),
        ])
      #expect(diagram.observers == [.init(label: "merge", ticks: 0..<40)])
      #expect(!diagram.showsInner)
    }

    @Test("an observer subscribes at tick 0, or from and to the ticks of its label")
    func observers() throws {
      let diagram = try diagram("a       -1|\n0 to 4  -a--\nat 2    ---1|\ntake(for:)  |\na = one  word")
      #expect(
        diagram.observers == [
          .init(label: "0 to 4", ticks: 0..<4), .init(label: "at 2", ticks: 2..<40),
          .init(label: "take(for:)", ticks: 0..<40),
        ])
    }

    @Test("numbered lines below the result are the sequences that it emits")
    func inner() throws {
      let diagram = try diagram("a         -1|\nwindow    1-|\nwindow 1  -1|\nwindow 2  --|")
      #expect(diagram.observers.map(\.label) == ["window"])
      #expect(diagram.showsInner)
    }

    @Test("a block without a result is not a diagram")
    func noResult() {
      #expect(
        throws: Article.Mistake(
          place: Place("A.swift", 7), message: "the block is not a diagram: it has no line of a result")
      ) {
        try diagram("a      -1-2|\na = 1")
      }
    }
  }
#endif
