/// Searches files and prints the matches.
struct PrintingSearch: Sendable {
  let matcher: Matcher
  let mode: SearchMode
  let fileSystem: any FileSystem
  let output: Output

  /// The length in bytes above which only part of a line is printed.
  private static let longestLine = 1 << 24

  /// Searches files one by one and emits a summary.
  func run(_ files: FileBatch, _ work: Work<SearchSummary>) throws(OutputError) {
    let buffer = BlockBuffer(size: mode.includesContents ? LineSearch.blockSize : 0)
    var summary = SearchSummary()
    var chunk = OutputChunk()
    for file in files where !work.isCancelled && !summary.isFull {
      if mode.includesNames, matcher.firstMatch(in: file.name) != nil { chunk.add(file) }
      if mode.includesContents { try searchContents(of: file, buffer, &chunk, &summary, work) }
      summary.files += 1
    }
    try print(&chunk, &summary)
    work.emit(summary)
  }

  private func searchContents(
    of file: Path, _ buffer: BlockBuffer, _ chunk: inout OutputChunk, _ summary: inout SearchSummary,
    _ work: Work<SearchSummary>
  ) throws(OutputError) {
    var failure: OutputError?
    do throws(FileError) {
      let reader = try fileSystem.open(file)
      var search = LineSearch(matcher, reader, buffer: buffer, longestLine: Self.longestLine)
      var step = LineSearch.Step.more
      while step == .more, !work.isCancelled, !summary.isFull {
        step = try search.step { line in
          chunk.add(line, of: file)
          if chunk.bytes.count < OutputChunk.fullSize, chunk.count < output.limit { return true }
          do throws(OutputError) {
            try print(&chunk, &summary)
          } catch {
            failure = error
          }
          return failure == nil && !summary.isFull
        }
        // Print matches from standard input after each block, because the input may arrive slowly.
        if failure == nil, file == .standardInput {
          do throws(OutputError) { try print(&chunk, &summary) } catch { failure = error }
        }
      }
      if step == .binary { summary.binaryFiles += 1 }
    } catch {
      warn(error.message)
      summary.problems += 1
    }
    if let failure { throw failure }
  }

  private func print(_ chunk: inout OutputChunk, _ summary: inout SearchSummary) throws(OutputError) {
    if !chunk.isEmpty { try output.write(chunk) }
    chunk.removeAll()
    summary.isFull = output.isFull
  }
}
