/// The tables of the article Operators, which a test generates from this list. `(.map(_:))` stands for a link to
/// `ObservableType/map(_:)`.
struct TaskTable {
  var need: String
  var column: String
  var rows: KeyValuePairs<String, [String]>

  var text: String {
    let lines =
      [(need, column), ("---", "---")] + rows.map { ($0.key, Self.expanded($0.value.joined(separator: ", "))) }
    return lines.map { "| \($0.0) | \($0.1) |\n" }.joined()
  }

  private static func expanded(_ links: String) -> String {
    links.split(separator: "](.", omittingEmptySubsequences: false).joined(separator: "](doc:ObservableType/")
  }

  static let all: [TaskTable] = [
    TaskTable(
      need: "I want a sequence", column: "operator",
      rows: [
        "of given elements":
          [
            "[just](.just(_:))",
            "[of](.of(_:scheduler:))",
            "[from](.from(_:scheduler:)-(Sequence,_))",
            "[range](.range(start:count:scheduler:))",
            "[from(optional:)](.from(optional:))",
          ],
        "without elements": ["[empty](.empty())", "[error](.error(_:))", "[never](.never())"],
        "that wraps callbacks": ["[create](.create(_:))"],
        "that calls an `async` function":
          [
            "[create](.create(detached:priority:work:))",
            "[Single.create](doc:PrimitiveSequenceType/create(detached:priority:work:))",
          ],
        "that is created for each observer": ["[deferred](.deferred(_:))"],
        "of elements that follow a rule":
          [
            "[generate](.generate(initialState:condition:scheduler:iterate:))",
            "[repeatElement](.repeatElement(_:scheduler:))",
          ],
        "that emits after a delay, or at intervals":
          [
            "[timer](.timer(_:period:scheduler:))",
            "[interval](.interval(_:scheduler:))",
          ],
        "that needs a resource, to be released at the end": ["[using](.using(_:observableFactory:))"],
        "from an `AsyncSequence`": ["[asObservable](doc:_Concurrency/AsyncSequence/asObservable(priority:detached:))"],
      ]),
    TaskTable(
      need: "I want to transform", column: "operator",
      rows: [
        "each element":
          [
            "[map](.map(_:))",
            "[compactMap](.compactMap(_:))",
            "[enumerated](.enumerated())",
            "[decode](.decode(type:decoder:))",
          ],
        "each element into a sequence, and receive all of them": ["[flatMap](.flatMap(_:))"],
        "each element into a sequence, and receive the latest": ["[flatMapLatest](.flatMapLatest(_:))"],
        "each element into a sequence, unless one is running": ["[flatMapFirst](.flatMapFirst(_:))"],
        "each element into a sequence, one after the other": ["[concatMap](.concatMap(_:))"],
        "elements with a running state": ["[scan](.scan(_:accumulator:))", "[scan(into:)](.scan(into:accumulator:))"],
        "elements into groups":
          [
            "[buffer](.buffer(timeSpan:count:scheduler:))",
            "[window](.window(timeSpan:count:scheduler:))",
            "[groupBy](.groupBy(keySelector:))",
          ],
        "events into elements, and back": ["[materialize](.materialize())", "[dematerialize](.dematerialize())"],
        "elements with an object that is held weakly": ["[withUnretained](.withUnretained(_:resultSelector:))"],
      ]),
    TaskTable(
      need: "I want to receive only", column: "operator",
      rows: [
        "elements that satisfy a condition": ["[filter](.filter(_:))"],
        "elements that differ from the previous one":
          [
            "[distinctUntilChanged](.distinctUntilChanged())",
            "[by a property](.distinctUntilChanged(at:))",
            "[by a key](.distinctUntilChanged(_:)-((Self.Element)->Key))",
            "[by a comparison](.distinctUntilChanged(_:)-((Self.Element,Self.Element)->Bool))",
          ],
        "the first elements, or a single one of them":
          [
            "[take](.take(_:))",
            "[first](.first())",
            "[element(at:)](.element(at:))",
          ],
        "the last elements": ["[takeLast](.takeLast(_:))"],
        "the elements up to a condition, an event or a time":
          [
            "[take(while:)](.take(while:behavior:))",
            "[take(until:behavior:)](.take(until:behavior:))",
            "[take(until:)](.take(until:))",
            "[take(for:)](.take(for:scheduler:))",
          ],
        "the elements after the first ones": ["[skip](.skip(_:))"],
        "the elements from a condition, an event or a time on":
          [
            "[skip(while:)](.skip(while:))",
            "[skip(until:)](.skip(until:))",
            "[skip(_:scheduler:)](.skip(_:scheduler:))",
          ],
        "elements at certain times":
          [
            "[sample](.sample(_:defaultValue:))",
            "[debounce](.debounce(_:scheduler:))",
            "[throttle](.throttle(_:latest:scheduler:))",
          ],
        "the end": ["[ignoreElements](.ignoreElements())"],
      ]),
    TaskTable(
      need: "I want to aggregate or decide", column: "operator",
      rows: [
        "one result from all elements": ["[reduce](.reduce(_:accumulator:))", "[toArray](.toArray())"],
        "an error unless there is exactly one element":
          [
            "[single](.single())",
            "[of those that satisfy a condition](.single(_:))",
          ],
        "something else if there is no element":
          [
            "[ifEmpty(default:)](.ifEmpty(default:))",
            "[ifEmpty(switchTo:)](.ifEmpty(switchTo:))",
          ],
        "the source that emits first": ["[amb](.amb)"],
      ]),
    TaskTable(
      need: "I want to combine", column: "operator",
      rows: [
        "the elements of several sources as they arrive": ["[merge](.merge(_:)-(Observable<Self.Element>...))"],
        "one source after the other": ["[concat](.concat)", "[startWith](.startWith(_:))"],
        "the latest elements of several sources":
          [
            "[combineLatest](.combineLatest(_:_:resultSelector:)) of two to eight or of [a collection](.combineLatest(_:resultSelector:))",
            "[withLatestFrom](.withLatestFrom(_:resultSelector:))",
          ],
        "the first elements, the second elements, and so on":
          ["[zip](.zip(_:_:resultSelector:)) of two to eight or of [a collection](.zip(_:resultSelector:))"],
        "the sequences that a sequence emits":
          [
            "[switchLatest](.switchLatest())",
            "[merge](.merge)",
            "[merge(maxConcurrent:)](doc:MergeOperator/callAsFunction(maxConcurrent:))",
            "[concat](.concat)",
          ],
      ]),
    TaskTable(
      need: "I want to handle an error", column: "operator",
      rows: [
        "with an element, or with another sequence":
          [
            "[catchAndReturn](.catchAndReturn(_:))",
            "[catch](.catch(_:))",
            "[catch(sequence:)](.catch(sequence:))",
          ],
        "with another attempt":
          [
            "[retry](.retry(_:))",
            "[retry(when:)](.retry(when:)-((Observable<Error>)->TriggerObservable))",
          ],
        "when nothing arrives in time":
          [
            "[timeout](.timeout(_:scheduler:))",
            "[timeout(other:)](.timeout(_:other:scheduler:))",
          ],
      ]),
    TaskTable(
      need: "I want to wait", column: "operator",
      rows: [
        "until the source pauses": ["[debounce](.debounce(_:scheduler:))"],
        "between two elements": ["[throttle](.throttle(_:latest:scheduler:))"],
        "before each element": ["[delay](.delay(_:scheduler:))"],
        "before the subscription": ["[delaySubscription](.delaySubscription(_:scheduler:))"],
      ]),
    TaskTable(
      need: "I want to share a subscription", column: "operator",
      rows: [
        "as long as there are observers":
          [
            "[share](.share(replay:scope:))",
            "[refCount](doc:ConnectableObservableType/refCount())",
          ],
        "from a moment that I choose": ["[publish](.publish())"],
        "and replay elements to late observers":
          [
            "[share](.share(replay:scope:))",
            "[replay](.replay(_:))",
            "[replayAll](.replayAll())",
          ],
        "through a subject of my choice":
          [
            "[multicast](.multicast(_:))",
            "[for each connection](.multicast(makeSubject:))",
            "[inside a closure](.multicast(_:selector:))",
          ],
      ]),
    TaskTable(
      need: "I want to", column: "operator",
      rows: [
        "have side effects":
          [
            "[do](.do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:))",
            "[debug](.debug(_:trimOutput:file:line:function:))",
          ],
        "receive on another queue": ["[observe(on:)](.observe(on:))"],
        "subscribe on another queue": ["[subscribe(on:)](.subscribe(on:))"],
        "use `async` and `await`":
          [
            "[values](doc:ObservableConvertibleType/values)",
            "[value](doc:PrimitiveSequenceType/value-191w5)",
            "[asObservable](doc:_Concurrency/AsyncSequence/asObservable(priority:detached:))",
          ],
        "block until the result arrives, in a test":
          ["[toBlocking](doc:/RxTesting/RxCore/ObservableConvertibleType/toBlocking(timeout:file:line:))"],
      ]),
    TaskTable(
      need: "I want to emit elements myself", column: "type",
      rows: [
        "to the current observers": ["``PublishSubject``", "``PublishRelay``"],
        "and have a current value": ["``BehaviorSubject``", "``BehaviorRelay``"],
        "and replay the latest ones": ["``ReplaySubject``", "``ReplayRelay``"],
        "but only the last one, at the end": ["``AsyncSubject``"],
        "as a control": ["``ControlEvent``", "``ControlProperty``", "``Binder``"],
      ]),
    TaskTable(
      need: "I want a promise", column: "operator",
      rows: [
        "of one element": ["[asSingle](.asSingle())"],
        "of at most one element": ["[asMaybe](.asMaybe())"],
        "of no element":
          [
            "[asCompletable](.asCompletable())",
            "[andThen](doc:PrimitiveSequenceType/andThen(_:)->Observable<Element>)",
          ],
        "of no error": ["[asInfallible](doc:ObservableConvertibleType/asInfallible(onErrorJustReturn:))"],
        "of no error, for views":
          [
            "[asDriver](doc:ObservableConvertibleType/asDriver(onErrorJustReturn:))",
            "[asSignal](doc:ObservableConvertibleType/asSignal(onErrorJustReturn:))",
          ],
      ]),
  ]
}
