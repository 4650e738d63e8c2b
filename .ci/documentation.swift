// Checks the documentation.
//
//     swift .ci/documentation.swift FILE.symbols.json ...
//     swift .ci/documentation.swift FOLDER.doccarchive
//
// The first form counts the public symbols in symbol graphs, and fails if one has no doc comment. The second fails if a
// page lists many members by kind, as in "Instance Methods", instead of by task, or if a page that groups by task
// leaves a member out. The groups of a type are in Sources/<Module>/<Module>.docc/Extensions.
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

/// Whether all symbols have a doc comment.
func isDocumented(_ files: [String]) throws -> Bool {
  var count = 0
  var missing: [String] = []
  for file in files {
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
  return missing.isEmpty
}

struct Page: Decodable {
  struct Identifier: Decodable { let url: String }
  struct Group: Decodable {
    let title: String
    let identifiers: [String]
    /// Whether docc generated the group; `nil` for written groups.
    let generated: Bool?
  }
  let identifier: Identifier
  let topicSections: [Group]?
}

/// The maximum number of members that a page may list by kind.
let limit = 6

/// Whether only docc can make the group with this title: default implementations, extensions of other modules' types,
/// or operators, which docc lists on the module's page even if an extension's page groups them.
func isForDocc(_ title: String) -> Bool {
  title == "Default Implementations" || title == "Operators" || title.hasPrefix("Extended ")
}

/// Whether all pages with many members group them by task.
func isGrouped(_ folder: String) throws -> Bool {
  let pages = URL(fileURLWithPath: folder).appending(path: "data/documentation")
  var groups = 0
  var ungrouped: [String] = []
  guard let files = FileManager.default.enumerator(at: pages, includingPropertiesForKeys: nil) else {
    fatalError("The folder \(pages.path) cannot be read.")
  }
  for case let file as URL in files
  where file.pathExtension == "json" {
    let page = try JSONDecoder().decode(Page.self, from: Data(contentsOf: file))
    let written = (page.topicSections ?? []).filter { $0.generated != true }
    let generated = (page.topicSections ?? []).filter { $0.generated == true && !isForDocc($0.title) }
    groups += written.count
    for group in generated where group.identifiers.count > limit || !written.isEmpty {
      let members = group.identifiers.map { $0.split(separator: "/").last ?? "" }
      ungrouped.append("\(page.identifier.url): \(group.title): \(members.joined(separator: ", "))")
    }
  }
  print("\(groups) groups of symbols in the documentation")
  for line in ungrouped.sorted() { print("ungrouped: \(line)") }
  return ungrouped.isEmpty
}

let arguments = Array(CommandLine.arguments.dropFirst())
let isRight =
  if let folder = arguments.first, folder.hasSuffix(".doccarchive") {
    try isGrouped(folder)
  } else {
    try isDocumented(arguments)
  }
exit(isRight ? 0 : 1)
