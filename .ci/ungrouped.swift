// Fails if a documentation page lists many members by kind, as in "Instance Methods", instead of by task, or if a page
// that groups by task leaves a member out. The groups of a type are in Sources/<Module>/<Module>.docc/Extensions.
//
//     swift .ci/ungrouped.swift FOLDER.doccarchive
import Foundation

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

let pages = URL(fileURLWithPath: CommandLine.arguments[1]).appending(path: "data/documentation")
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
exit(ungrouped.isEmpty ? 0 : 1)
