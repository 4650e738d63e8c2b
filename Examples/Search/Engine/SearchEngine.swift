import RxCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Searches files on workers. A disposed search stops before its next block.
struct SearchEngine: Sendable {
  let fileSystem: any FileSystem
  /// The scheduler on which files are read.
  let workers: any ImmediateSchedulerType
  /// The number of files read concurrently, if `workers` is concurrent.
  let readers: Int

  /// The number of processors, within limits.
  static let usualReaders = max(2, min(8, sysconf(Int32(_SC_NPROCESSORS_ONLN))))

  /// The results of searching the files of a walk. Each subscription starts its own search. Files that cannot be read
  /// are reported as elements.
  ///
  /// A file's hits are in order, but those of a large file may alternate with other files' hits. A reader stops
  /// searching a file when it holds ``SearchResults/limit`` hits that it has not emitted.
  func search(_ request: SearchRequest, in walk: Observable<WalkPart>) -> Observable<SearchPart> {
    let search = BatchSearch(request: request, matcher: Matcher(request), fileSystem: fileSystem)
    return walk.map(\.files)
      .filter { !$0.isEmpty }
      .map { [workers] files in Observable.work(on: workers) { work in search.run(files, work) } }
      .merge(maxConcurrent: readers)
      .concat(Observable.just(SearchPart(isLast: true)))
  }

  /// The lines around a hit, or the reason why they cannot be shown.
  func preview(of hit: Hit) -> Observable<Preview> {
    Observable.work(on: workers) { [fileSystem] work in work.emit(PreviewReader.preview(of: hit, in: fileSystem)) }
  }
}

/// Searches a batch of files, one by one.
private struct BatchSearch: Sendable {
  let request: SearchRequest
  let matcher: Matcher
  let fileSystem: any FileSystem

  func run(_ files: FileBatch, _ work: Work<SearchPart>) {
    let buffer = BlockBuffer(size: request.mode.includesContents ? LineSearch.blockSize : 0)
    var part = SearchPart()
    for file in files {
      if request.mode.includesNames { searchName(of: file, &part) }
      if request.mode.includesContents {
        do throws(FileError) {
          try searchContents(of: file, buffer, &part, work)
        } catch {
          part.problems.append(error)
        }
      }
      if work.isCancelled { return }
      part.files += 1
    }
    work.emit(part)
  }

  private func searchName(of file: Path, _ part: inout SearchPart) {
    let name = file.name
    guard let match = matcher.firstMatch(in: name) else { return }
    let start = name.startIndex
    let text = TextWindow(file.bytes, match: start + match.lowerBound..<start + match.upperBound)
    part.hits.append(Hit(path: file, line: nil, offset: 0, text: text))
  }

  /// Emits the hits after each block but the first, so that hits in a large file appear during the search.
  private func searchContents(
    of file: Path, _ buffer: BlockBuffer, _ part: inout SearchPart, _ work: Work<SearchPart>
  ) throws(FileError) {
    var search = LineSearch(matcher, try fileSystem.open(file), buffer: buffer)
    var isFirst = true
    while !work.isCancelled {
      let step = try search.step { line in
        part.hits.append(Hit(path: file, line))
        return part.hits.count < SearchResults.limit
      }
      if step == .binary { part.binaryFiles += 1 }
      guard step == .more else { return }
      if !isFirst, !part.hits.isEmpty {
        work.emit(part)
        part = SearchPart()
      }
      isFirst = false
    }
  }
}

extension Hit {
  fileprivate init(path: Path, _ match: LineMatch) {
    self.path = path
    line = match.number
    offset = match.offset
    text = TextWindow(
      match.line, match: match.match, isCutAtStart: match.isCutAtStart, isCutAtEnd: match.isCutAtEnd)
  }
}
