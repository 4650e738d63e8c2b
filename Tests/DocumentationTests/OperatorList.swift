/// All operators, in the order of the topics. A test generates the groups of the pages in `Extensions` and the tables of
/// the article Operators from this list.
enum OperatorList {
  /// The groups of the pages. A group without a title is on no page.
  static let sections: [Section] = [
    Section(
      "Creating",
      [
        Entry("create(_:)", .observable, for: "that wraps callbacks"),
        Entry("create(detached:priority:work:)", .observable, for: "that calls an `async` function"),
        Entry(
          "deferred(_:)", .observable, .infallible, .sharedSequence, .primitiveSequence,
          for: "that is created for each observer"),
        Entry("just(_:)", .observable, .infallible, .trait, .sharedSequence, for: "of given elements"),
        Entry("just(_:scheduler:)", .observable, .infallible, .trait),
        Entry("of(_:scheduler:)", .observable, for: "of given elements"),
        Entry("of(_:)", .sharedSequence),
        Entry("from(_:scheduler:)-([Self.Element],_)", .observable),
        Entry("from(_:scheduler:)-(Sequence,_)", .observable, for: "of given elements"),
        Entry("from(_:)-([Element])", .sharedSequence),
        Entry("from(_:)-(Sequence)", .sharedSequence),
        Entry("from(optional:)", .observable, .sharedSequence, as: "from(optional:)", for: "of given elements"),
        Entry("from(optional:scheduler:)", .observable),
        Entry("range(start:count:scheduler:)", .observable, .infallible, for: "of given elements"),
        Entry("repeatElement(_:scheduler:)", .observable, .infallible, for: "of elements that follow a rule"),
        Entry(
          "generate(initialState:condition:scheduler:iterate:)", .observable, for: "of elements that follow a rule"),
        Entry(
          "using(_:observableFactory:)", .observable, .infallible,
          for: "that needs a resource, to be released at the end"),
        Entry("using(_:primitiveSequenceFactory:)", .primitiveSequence),
        Entry("empty()", .observable, .infallible, .sharedSequence, for: "without elements"),
        Entry("never()", .observable, .infallible, .trait, .sharedSequence, for: "without elements"),
        Entry("error(_:)", .observable, .trait, for: "without elements"),
      ]),
    Section(
      "Creating with time",
      [
        Entry("interval(_:scheduler:)", .observable, .infallible, for: "that emits after a delay, or at intervals"),
        Entry("interval(_:)", .sharedSequence),
        Entry("timer(_:period:scheduler:)", .observable, .infallible, for: "that emits after a delay, or at intervals"),
        Entry("timer(_:period:)", .sharedSequence),
        Entry("timer(_:scheduler:)", .trait),
      ]),
    Section(
      "Transforming",
      [
        Entry("map(_:)", .observable, .infallible, .shared, .trait, for: "each element"),
        Entry("compactMap(_:)", .observable, .infallible, .shared, .trait, for: "each element"),
        Entry(
          "flatMap(_:)", .observable, .infallible, .shared, .trait,
          for: "each element into a sequence, and receive all of them"),
        Entry(
          "flatMapFirst(_:)", .observable, .infallible, .shared,
          for: "each element into a sequence, unless one is running"),
        Entry(
          "flatMapLatest(_:)", .observable, .infallible, .shared,
          for: "each element into a sequence, and receive the latest"),
        Entry("concatMap(_:)", .observable, .infallible, for: "each element into a sequence, one after the other"),
        Entry("scan(_:accumulator:)", .observable, .infallible, .shared, for: "elements with a running state"),
        Entry(
          "scan(into:accumulator:)", .observable, .infallible, as: "scan(into:)", for: "elements with a running state"),
        Entry("enumerated()", .observable, for: "each element"),
        Entry("groupBy(keySelector:)", .observable, for: "elements into groups"),
        Entry("buffer(timeSpan:count:scheduler:)", .observable, for: "elements into groups"),
        Entry("window(timeSpan:count:scheduler:)", .observable, for: "elements into groups"),
        Entry("materialize()", .observable, for: "events into elements, and back"),
        Entry("dematerialize()", .observable, for: "events into elements, and back"),
        Entry("withUnretained(_:)", .observable, .infallible, .shared),
        Entry(
          "withUnretained(_:resultSelector:)", .observable, .infallible, .shared,
          for: "elements with an object that is held weakly"),
        Entry("decode(type:decoder:)", .observable, for: "each element"),
        Entry("flatMapMaybe(_:)", .trait),
        Entry("flatMapCompletable(_:)", .trait),
      ]),
    Section(
      "Filtering",
      [
        Entry("filter(_:)", .observable, .infallible, .shared, .trait, for: "elements that satisfy a condition"),
        Entry(
          "distinctUntilChanged()", .observable, .infallible, .shared, for: "elements that differ from the previous one"
        ),
        Entry(
          "distinctUntilChanged(_:)-((Self.Element,Self.Element)->Bool)", .observable, .infallible, .shared,
          as: "by a comparison", for: "elements that differ from the previous one"),
        Entry(
          "distinctUntilChanged(_:)-((Self.Element)->Key)", .observable, .infallible, .shared, as: "by a key",
          for: "elements that differ from the previous one"),
        Entry(
          "distinctUntilChanged(at:)", .observable, .infallible, as: "by a property",
          for: "elements that differ from the previous one"),
        Entry("distinctUntilChanged(_:comparer:)", .observable, .infallible, .shared),
        Entry("ignoreElements()", .observable, for: "the end"),
        Entry("ifEmpty(default:)", .observable, as: "ifEmpty(default:)", for: "a default if there is no element"),
        Entry(
          "ifEmpty(switchTo:)", .observable, as: "ifEmpty(switchTo:)", for: "a default if there is no element"),
        Entry("sample(_:defaultValue:)", .observable, for: "elements at certain times"),
      ]),
    Section(
      "Filtering by position",
      [
        Entry("take(_:)", .observable, .infallible, for: "the first elements, or a single one of them"),
        Entry(
          "take(while:behavior:)", .observable, .infallible, as: "take(while:)",
          for: "the elements up to a condition, an event or a time"),
        Entry(
          "take(until:behavior:)", .observable, .infallible, as: "take(until:behavior:)",
          for: "the elements up to a condition, an event or a time"),
        Entry(
          "take(until:)", .observable, as: "take(until:)", for: "the elements up to a condition, an event or a time"),
        Entry("take(until:)-2fme8", .infallible),
        Entry("take(until:)-4ul4j", .infallible),
        Entry(
          "take(for:scheduler:)", .observable, .infallible, as: "take(for:)",
          for: "the elements up to a condition, an event or a time"),
        Entry("takeLast(_:)", .observable, for: "the last elements"),
        Entry("skip(_:)", .observable, .infallible, .shared, for: "the elements after the first ones"),
        Entry(
          "skip(while:)", .observable, .infallible, as: "skip(while:)",
          for: "the elements from a condition, an event or a time on"),
        Entry(
          "skip(until:)", .observable, .infallible, as: "skip(until:)",
          for: "the elements from a condition, an event or a time on"),
        Entry(
          "skip(_:scheduler:)", .observable, .infallible, as: "skip(_:scheduler:)",
          for: "the elements from a condition, an event or a time on"),
        Entry("element(at:)", .observable, as: "element(at:)", for: "the first elements, or a single one of them"),
        Entry("first()", .observable, for: "the first elements, or a single one of them"),
        Entry("single()", .observable, for: "an error unless there is exactly one element"),
        Entry(
          "single(_:)", .observable, as: "of those that satisfy a condition",
          for: "an error unless there is exactly one element"),
      ]),
    Section(
      "Combining the latest elements",
      arities("combineLatest", .observable, .infallible, .shared, for: "the latest elements of all sources") + [
        Entry("combineLatest(_:)", .observable, .infallible, .sharedSequence),
        Entry(
          "combineLatest(_:resultSelector:)", .observable, .infallible, .sharedSequence,
          as: "combineLatest of a collection", for: "the latest elements of all sources"),
      ]),
    Section(
      "Combining",
      [
        Entry("merge", .observable, .shared, for: "the sequences that a sequence emits"),
        Entry(
          "merge(_:)-(Observable<Self.Element>...)", .observable, for: "the elements of all sources as they arrive"),
        Entry("merge(_:)-([Observable<Self.Element>])", .observable),
        Entry("merge(_:)-(Infallible<Self.Element>...)", .infallible),
        Entry("merge(_:)-([Infallible<Self.Element>])", .infallible),
        Entry("merge(_:)-(SharedSequence<Self.SharingStrategy,Self.Element>...)", .shared),
        Entry("merge(_:)-([SharedSequence<Self.SharingStrategy,Self.Element>])", .shared),
        Entry("merge(_:)-(Collection)", .observable, .infallible, .shared),
        Entry(
          "concat", .observable, .infallible, for: "one source after the other", "the sequences that a sequence emits"),
        Entry("concat(_:)-(Observable<Self.Element>...)", .observable),
        Entry("concat(_:)-(Infallible<Self.Element>...)", .infallible),
        Entry("concat(_:)-method", .trait),
        Entry("concat(_:)-(Completable...)", .trait),
        Entry("concat(_:)-(Collection)", .infallible, .trait, .sharedSequence),
        Entry("concat(_:)-(Sequence)", .observable, .infallible, .trait, .sharedSequence),
        Entry("amb", .observable, for: "the source that emits first"),
        Entry("amb(_:)", .observable),
        Entry("amb(_:)-swift.method", .infallible),
        Entry("amb(_:)-swift.type.method", .infallible),
        Entry("withLatestFrom(_:)", .observable, .infallible, .shared),
        Entry(
          "withLatestFrom(_:resultSelector:)", .observable, .infallible, .shared,
          for: "the latest elements of all sources"),
        Entry("switchLatest()", .observable, .shared, for: "the sequences that a sequence emits"),
        Entry("startWith(_:)", .observable, .infallible, .shared, for: "one source after the other"),
      ]),
    Section(
      "Zipping",
      arities(
        "zip", .observable, .infallible, .shared, .trait, for: "the first elements, the second elements, and so on") + [
          Entry("zip(_:)", .observable, .infallible, .sharedSequence),
          Entry(
            "zip(_:resultSelector:)", .observable, .infallible, .sharedSequence, .trait, as: "zip of a collection",
            for: "the first elements, the second elements, and so on"),
          Entry("zip(_:)-(Completable...)", .trait),
          Entry("zip(_:)->PrimitiveSequence<Self.Trait,[Self.Element]>", .trait),
          Entry("zip(_:)-(Collection)->Completable", .trait),
        ]),
    Section(
      "Errors",
      [
        Entry("catchAndReturn(_:)", .observable, .trait, for: "with an element, or with another sequence"),
        Entry("catch(_:)", .observable, .primitiveSequence, for: "with an element, or with another sequence"),
        Entry(
          "catch(sequence:)", .observable, as: "catch(sequence:)", for: "with an element, or with another sequence"),
        Entry("retry()", .observable, .primitiveSequence),
        Entry("retry(_:)", .observable, .primitiveSequence, for: "with another attempt"),
        Entry("retry(when:)-((Observable<Failure>)->TriggerObservable)", .observable, .primitiveSequence),
        Entry(
          "retry(when:)-((Observable<Error>)->TriggerObservable)", .observable, .primitiveSequence, as: "retry(when:)",
          for: "with another attempt"),
      ]),
    Section(
      "Time",
      [
        Entry(
          "debounce(_:scheduler:)", .observable, .infallible, for: "elements at certain times",
          "until the source pauses"),
        Entry("debounce(_:)", .shared),
        Entry(
          "throttle(_:latest:scheduler:)", .observable, .infallible, for: "elements at certain times",
          "between two elements"),
        Entry("throttle(_:latest:)", .shared),
        Entry("delay(_:scheduler:)", .observable, .infallible, .primitiveSequence, for: "before each element"),
        Entry("delay(_:)", .shared),
        Entry(
          "delaySubscription(_:scheduler:)", .observable, .infallible, .primitiveSequence,
          for: "before the subscription"),
        Entry("timeout(_:scheduler:)", .observable, .primitiveSequence, for: "when nothing arrives in time"),
        Entry(
          "timeout(_:other:scheduler:)", .observable, .primitiveSequence, as: "timeout(other:)",
          for: "when nothing arrives in time"),
      ]),
    Section(
      "Sharing",
      [
        Entry(
          "share(replay:scope:)", .observable, .infallible, for: "as long as there are observers",
          "and replay elements to late observers"),
        Entry("publish()", .observable, for: "from a moment that I choose"),
        Entry("replay(_:)", .observable, for: "and replay elements to late observers"),
        Entry("replayAll()", .observable, for: "and replay elements to late observers"),
        Entry("multicast(_:)", .observable, for: "through a subject of my choice"),
        Entry("multicast(makeSubject:)", .observable, as: "for each connection", for: "through a subject of my choice"),
        Entry("multicast(_:selector:)", .observable, as: "inside a closure", for: "through a subject of my choice"),
      ]),
    Section(
      "Aggregating",
      [
        Entry("reduce(_:accumulator:)", .observable, for: "one result from all elements"),
        Entry("reduce(_:accumulator:mapResult:)", .observable),
        Entry("toArray()", .observable, for: "one result from all elements"),
      ]),
    Section(
      "Side effects",
      [
        Entry(
          "do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)",
          .observable, .trait, for: "have side effects"),
        Entry(
          "debug(_:trimOutput:file:line:function:)", .observable, .infallible, .shared, .primitiveSequence,
          for: "have side effects"),
        Entry(
          "do(onNext:afterNext:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)", .infallible, .shared),
        Entry("do(onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)", .trait),
        Entry("do(onSuccess:afterSuccess:onError:afterError:onSubscribe:onSubscribed:onDispose:)", .trait),
      ]),
    Section(
      "Schedulers",
      [
        Entry(
          "observe(on:)", .observable, .infallible, .primitiveSequence, as: "observe(on:)",
          for: "receive on another queue"),
        Entry(
          "subscribe(on:)", .observable, .infallible, .primitiveSequence, as: "subscribe(on:)",
          for: "subscribe on another queue"),
      ]),
    Section(
      "Converting to traits",
      [
        Entry("asSingle()", .observable, .trait, for: "of one element"),
        Entry("asMaybe()", .observable, .trait, for: "of at most one element"),
        Entry("asCompletable()", .observable, .trait, for: "of no element"),
      ]),
    Section(
      "Awaiting elements",
      [
        Entry("values", .convertible, .infallible, .sharedSequence, for: "use `async` and `await`"),
        Entry("values(bufferingPolicy:)", .convertible),
      ]),
    // The tables link to these, which are on other pages or in groups that are written by hand.
    Section(
      nil,
      [
        Entry(
          "_Concurrency/AsyncSequence/asObservable(priority:detached:)", as: "asObservable",
          for: "from an `AsyncSequence`", "use `async` and `await`"),
        Entry(
          "PrimitiveSequenceType/create(detached:priority:work:)", as: "Single.create",
          for: "that calls an `async` function"),
        Entry("PrimitiveSequenceType/value-191w5", as: "value", for: "use `async` and `await`"),
        Entry("PrimitiveSequenceType/andThen(_:)->Observable<Element>", as: "andThen", for: "of no element"),
        Entry(
          "MergeOperator/callAsFunction(maxConcurrent:)", as: "merge(maxConcurrent:)",
          for: "the sequences that a sequence emits"),
        Entry("ConnectableObservableType/refCount()", as: "refCount", for: "as long as there are observers"),
        Entry("ObservableConvertibleType/asInfallible(onErrorJustReturn:)", as: "asInfallible", for: "of no error"),
        Entry("ObservableConvertibleType/asDriver(onErrorJustReturn:)", as: "asDriver", for: "of no error, for views"),
        Entry("ObservableConvertibleType/asSignal(onErrorJustReturn:)", as: "asSignal", for: "of no error, for views"),
        Entry(
          "/RxTesting/RxCore/ObservableConvertibleType/toBlocking(timeout:file:line:)", as: "toBlocking",
          for: "block until the result arrives, in a test"),
      ]),
  ]

  /// The tables, in the order of the article.
  static let tables: [Table] = [
    Table(
      "I want a sequence",
      [
        "of given elements",
        "without elements",
        "that wraps callbacks",
        "that calls an `async` function",
        "that is created for each observer",
        "of elements that follow a rule",
        "that emits after a delay, or at intervals",
        "that needs a resource, to be released at the end",
        "from an `AsyncSequence`",
      ]),
    Table(
      "I want to transform",
      [
        "each element",
        "each element into a sequence, and receive all of them",
        "each element into a sequence, and receive the latest",
        "each element into a sequence, unless one is running",
        "each element into a sequence, one after the other",
        "elements with a running state",
        "elements into groups",
        "events into elements, and back",
        "elements with an object that is held weakly",
      ]),
    Table(
      "I want to receive only",
      [
        "elements that satisfy a condition",
        "elements that differ from the previous one",
        "the first elements, or a single one of them",
        "the last elements",
        "the elements up to a condition, an event or a time",
        "the elements after the first ones",
        "the elements from a condition, an event or a time on",
        "elements at certain times",
        "the end",
      ]),
    Table(
      "I want to aggregate or decide",
      [
        "one result from all elements",
        "an error unless there is exactly one element",
        "a default if there is no element",
        "the source that emits first",
      ]),
    Table(
      "I want to combine",
      [
        "the elements of all sources as they arrive",
        "one source after the other",
        "the latest elements of all sources",
        "the first elements, the second elements, and so on",
        "the sequences that a sequence emits",
      ]),
    Table(
      "I want to handle an error",
      [
        "with an element, or with another sequence",
        "with another attempt",
        "when nothing arrives in time",
      ]),
    Table(
      "I want to wait",
      [
        "until the source pauses",
        "between two elements",
        "before each element",
        "before the subscription",
      ]),
    Table(
      "I want to share a subscription",
      [
        "as long as there are observers",
        "from a moment that I choose",
        "and replay elements to late observers",
        "through a subject of my choice",
      ]),
    Table(
      "I want to",
      [
        "have side effects",
        "receive on another queue",
        "subscribe on another queue",
        "use `async` and `await`",
        "block until the result arrives, in a test",
      ]),
    Table(
      "I want a guarantee",
      [
        "of one element",
        "of at most one element",
        "of no element",
        "of no error",
        "of no error, for views",
      ]),
  ]

  /// The overloads for two to eight sources. The tables link to the first one with a closure.
  private static func arities(_ name: String, _ pages: Page..., for task: String) -> [Entry] {
    ["", "resultSelector:"].flatMap { closure in
      (2...8).map { count in
        let symbol = "\(name)(\(String(repeating: "_:", count: count))\(closure))"
        return count == 2 && !closure.isEmpty
          ? Entry(symbol, pages, as: "\(name) of two to eight", for: [task]) : Entry(symbol, pages)
      }
    }
  }
}
