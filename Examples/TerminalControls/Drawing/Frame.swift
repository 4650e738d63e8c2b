/// What the screen shows at one time.
struct Frame {
  var canvas: Canvas
  /// Where the cursor is; `nil` if it is hidden.
  var cursor: Position?

  /// What a terminal that shows `former` must be sent to show this; nothing if it does already.
  ///
  /// - Parameters:
  ///   - former: what the terminal shows; `nil` if that is not known.
  ///   - hasColors: whether colours are used.
  func bytes(after former: Frame?, hasColors: Bool) -> [UInt8] {
    let former = former?.canvas.gridSize == canvas.gridSize ? former : nil
    var output = FrameOutput(hasColors: hasColors)
    if former == nil { output.clear() }
    let known = former?.canvas ?? Canvas(size: canvas.gridSize)
    for row in 0..<canvas.gridSize.rows {
      for column in 0..<canvas.gridSize.columns where canvas[column, row] != known[column, row] {
        output.write(canvas[column, row], at: Position(column: column, row: row))
      }
    }
    if let former, output.isEmpty, former.cursor == cursor { return [] }
    return output.finished(cursor: cursor)
  }
}
