/// The run as JSON: what the text says, and every marble.
enum JSONReport {
  static func text(_ run: Run, costs: [Cost]?) -> String {
    let approaches = run.outcomes.map { outcome in
      let recording = outcome.recording
      let outputs = Output.allCases.map { output in
        "\(quoted(output.rawValue)): {\"events\": \(recording.count(of: output)), "
          + "\"last\": \(quoted(recording.latest(of: output))), "
          + "\"marbles\": [\(marbles(recording, output))]}"
      }
      return """
          {"name": \(quoted(outcome.name)), "events": \(recording.total), "digest": "\(recording.digest)",
           "onMainQueue": \(recording.onMainQueue), "afterDisposal": \(recording.afterEnd), \
        "leftOver": \(outcome.leftOver),
           "outputs": {\(outputs.joined(separator: ",\n      "))}}
        """
    }
    let cost = costs.map { costs in
      "["
        + costs.map {
          "{\"name\": \(quoted($0.name)), \"nsPerEvent\": \(Report.decimal($0.nanosecondsPerEvent)), "
            + "\"bytesPerObserver\": \(Report.decimal($0.bytesPerObserver))}"
        }.joined(separator: ", ") + "]"
    }
    return """
      {"input": \(quoted(run.input)), "filter": \(quoted(run.filter)), "steps": \(run.steps),
       "filterStep": \(run.filterStep.map(String.init) ?? "null"), "replacedBytes": \(run.replacements),
       "approaches": [
      \(approaches.joined(separator: ",\n"))],
       "cost": \(cost ?? "null")}

      """
  }

  private static func marbles(_ recording: Recording, _ output: Output) -> String {
    recording.entries.filter { $0.output == output }
      .map { "{\"step\": \($0.step), \"value\": \(quoted($0.value))}" }.joined(separator: ", ")
  }

  /// The text as a JSON string.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
