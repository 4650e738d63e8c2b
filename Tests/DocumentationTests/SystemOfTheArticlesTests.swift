#if os(Linux)
  import Foundation
  import RxCore
  import Testing

  /// Keeps the table of names in the article *The system of the articles* true.
  @Suite("The system of the articles") struct SystemOfTheArticlesTests {
    struct Row: CustomTestStringConvertible {
      var name: String
      var file: String
      var testDescription: String { name }
    }

    /// The rows of the table whose second column is a source file.
    static let rows: [Row] = {
      let path = "\(Compiler.root)/Sources/Bindable.docc/TheSystemOfTheArticles.md"
      let lines = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n") ?? []
      return lines.compactMap { line in
        let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
        guard line.hasPrefix("| `"), cells.count == 4, cells[1].hasSuffix(".swift") else { return nil }
        return Row(name: cells[0], file: cells[1])
      }
    }()

    @Test("lists the classes that the literature on RxSwift names")
    func isComplete() {
      let literature: Set = [
        "ObservableConvertibleType", "ObservableType", "Observable", "Producer", "AnonymousObservable",
        "AnonymousObservableSink", "Sink", "SinkDisposer", "ObserverType", "ObserverBase", "AnonymousObserver",
        "AnyObserver", "Event", "Disposable", "Cancelable", "BinaryDisposable", "NopDisposable", "DisposeBag",
        "CurrentThreadScheduler", "ConcurrentMainScheduler", "ObserveOnSerialDispatchQueue", "FirstSink", "Binder",
        "Reactive", "ControlEvent",
        "ControlProperty", "Bindable",
      ]
      #expect(literature.subtracting(Self.rows.map(\.name)).isEmpty)
    }

    @Test("a name is a type in a file of that name; a sink is in its operator's file", arguments: rows)
    func isDeclared(row: Row) throws {
      let source = try String(contentsOfFile: "\(Compiler.root)/Sources/\(row.file)", encoding: .utf8)
      let declaration = try Regex(#"(?m)^[a-z@() ]*\b(class|struct|enum|protocol) \#(row.name)\b"#)
      #expect(source.contains(declaration))
      let file = row.file.split(separator: "/").last
      #expect(
        file == "\(row.name).swift" || "\(file ?? "")" == "\(row.name.dropLast(4)).swift" && row.name.hasSuffix("Sink"))
    }

    #if DEBUG
      @Test("a subscription prints its classes, which the table lists")
      func prints() {
        let chain = Observable<Int>.create { _ in Disposables.create() }
          .map { $0 * 2 }
          .observe(on: SerialDispatchQueueScheduler(qos: .default))
        let names = Set(Self.rows.map(\.name))
        let line = #line + 1
        let subscription = chain.subscribe(onNext: { _ in })
        var text = ""
        debugPrint(subscription, terminator: "", to: &text)
        let place = "subscribed at DocumentationTests/SystemOfTheArticlesTests.swift:\(line)"
        let stages = ["AnonymousObservableSink", "MapSink", "ObserveOnSerialDispatchQueueSink"]
        #expect(text == "SinkDisposer: \(stages.joined(separator: " > ")), \(place)")
        #expect(names.isSuperset(of: stages + ["SinkDisposer"]))
        #expect("\(subscription)" == "create > map > observeOnSerialDispatchQueue, \(place)")
        subscription.dispose()
        #expect("\(subscription)" == "an ended subscription")

        let withEnd = chain.subscribe(onNext: { _ in }, onDisposed: {})
        #expect("\(type(of: withEnd))" == "BinaryDisposable")
        withEnd.dispose()
      }
    #endif
  }
#endif
