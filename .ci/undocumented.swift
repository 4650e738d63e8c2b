// Counts the public symbols in symbol graphs, and fails if one has no doc comment.
//
//     swift .ci/undocumented.swift FILE.symbols.json ...
import Foundation

struct Graph: Decodable {
  struct Symbol: Decodable {
    struct Identifier: Decodable { let precise: String }
    struct Kind: Decodable { let identifier: String }
    struct Comment: Decodable {
      struct Line: Decodable { let text: String }
      let lines: [Line]
    }
    let identifier: Identifier
    let kind: Kind
    let pathComponents: [String]
    let docComment: Comment?
  }
  let symbols: [Symbol]
}

var count = 0
var missing: [String] = []
for file in CommandLine.arguments.dropFirst() {
  let graph = try JSONDecoder().decode(Graph.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
  // Members inherited from a protocol are documented there. An extension needs no comment, but its members do.
  for symbol in graph.symbols
  where !symbol.identifier.precise.contains("::SYNTHESIZED::") && symbol.kind.identifier != "swift.extension" {
    count += 1
    if symbol.docComment?.lines.contains(where: { !$0.text.isEmpty }) != true {
      missing.append("\(file): \(symbol.pathComponents.joined(separator: "."))")
    }
  }
}
print("\(count - missing.count) of \(count) public symbols have a doc comment")
for name in missing { print("undocumented: \(name)") }
exit(missing.isEmpty ? 0 : 1)
