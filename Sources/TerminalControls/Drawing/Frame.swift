/// The content of the screen at one moment.
struct Frame {
  var canvas: Canvas
  /// The cursor's position; `nil` if the cursor is hidden.
  var cursor: Position?

  /// The bytes that make a terminal showing `former` show this frame instead; empty if nothing differs.
  ///
  /// - Parameters:
  ///   - former: the frame on the terminal; `nil` if unknown.
  ///   - hasColors: whether to use colours.
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
