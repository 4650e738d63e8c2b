import TerminalControls

/// Shows the lines around a hit, with the hit centred and the match highlighted.
@MainActor final class PreviewPane: Control {
  var preview: Preview? {
    didSet { setNeedsDisplay() }
  }

  override func draw(on canvas: inout Canvas) {
    guard let preview, canvas.size.rows > 1 else { return }
    canvas.draw(
      StyledText(preview.path.readable, style: .underlined).fitted(columns: canvas.size.columns), at: 0, row: 0)
    if let problem = preview.problem {
      canvas.draw(problem, at: 0, row: 1, style: .dim)
      return
    }
    let rows = canvas.size.rows - 1
    let hit = preview.lines.firstIndex(where: \.isHit) ?? 0
    let first = max(0, min(hit - rows / 2, preview.lines.count - rows))
    let lines = preview.lines.dropFirst(first).prefix(rows)
    let digits = String(lines.last?.number ?? 0).count
    for (row, line) in lines.enumerated() {
      let number = padded("", columns: digits - String(line.number).count) + "\(line.number) "
      let gutter = StyledText(number, style: line.isHit ? .bold : .dim)
      canvas.draw(line.text.styled(columns: canvas.size.columns - digits - 1, after: gutter), at: 0, row: row + 1)
    }
  }
}
