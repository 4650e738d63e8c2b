/// A JSON value.
enum JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSON])
  /// The members, in order.
  case object([(String, JSON)])

  init(stringLiteral text: String) { self = .string(text) }

  init(integerLiteral number: Int) { self = .integer(number) }

  /// The value as a JSON text, with one member or element on each line.
  func text(indentedBy depth: Int = 0) -> String {
    let indent = String(repeating: " ", count: depth + 2)
    func block(_ open: String, _ items: [String], _ close: String) -> String {
      if items.isEmpty { return open + close }
      return open + "\n" + items.map { indent + $0 }.joined(separator: ",\n") + "\n" + indent.dropLast(2) + close
    }
    return switch self {
    case .null: "null"
    case .bool(let value): String(value)
    case .integer(let value): String(value)
    // JSON has no infinity.
    case .number(let value): value.isFinite ? String(value) : "null"
    case .string(let value): Self.quoted(value)
    case .array(let items): block("[", items.map { $0.text(indentedBy: depth + 2) }, "]")
    case .object(let members):
      block("{", members.map { "\(Self.quoted($0)): \($1.text(indentedBy: depth + 2))" }, "}")
    }
  }

  private static func quoted(_ text: String) -> String {
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
