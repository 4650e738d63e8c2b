import RxSwift

public protocol SectionType {
  associatedtype Item: Hashable
  associatedtype Identity: Hashable
  var identity: Identity { get }
  var items: [Item] { get }
}

public struct ItemPath: Hashable {
  public let section, item: Int

  public init(_ section: Int, _ item: Int) { (self.section, self.item) = (section, item) }
}

/// The differences between two lists of sections. Deletions count in the old list, everything else in the new one.
/// A move is one to another section.
public struct SectionChanges: Equatable {
  public var deletedSections: [Int] = []
  public var insertedSections: [Int] = []
  public var deletedItems: [ItemPath] = []
  public var insertedItems: [ItemPath] = []
  public var movedItems: [ItemPath: ItemPath] = [:]

  public init() {}
}

public enum SectionError<Identity: Hashable>: Error {
  case duplicate(Identity)
}

extension SectionType {
  public static func changes(from old: [Self], to new: [Self]) throws -> SectionChanges {
    let before = try positions(of: old), after = try positions(of: new)
    var changes = SectionChanges()
    changes.deletedSections = old.indices.filter { after[old[$0].identity] == nil }
    changes.insertedSections = new.indices.filter { before[new[$0].identity] == nil }
    var kept: [Item: ItemPath] = [:]
    for (index, section) in old.enumerated() where after[section.identity] != nil {
      for (row, item) in section.items.enumerated() { kept[item] = ItemPath(index, row) }
    }
    for (index, section) in new.enumerated() where before[section.identity] != nil {
      for (row, item) in section.items.enumerated() {
        guard let source = kept.removeValue(forKey: item) else {
          changes.insertedItems.append(ItemPath(index, row))
          continue
        }
        if old[source.section].identity != section.identity { changes.movedItems[source] = ItemPath(index, row) }
      }
    }
    changes.deletedItems = kept.values.sorted { ($0.section, $0.item) < ($1.section, $1.item) }
    return changes
  }

  private static func positions(of sections: [Self]) throws -> [Identity: Int] {
    try sections.enumerated().reduce(into: [:]) { positions, section in
      guard positions.updateValue(section.offset, forKey: section.element.identity) == nil else {
        throw SectionError.duplicate(section.element.identity)
      }
    }
  }
}

extension ObservableType {
  /// Emits each list of sections with its changes since the one before; the first, since an empty list.
  public func changes<Section: SectionType>() -> Observable<(sections: [Section], changes: SectionChanges)>
  where Element == [Section] {
    let lists = startWith([])
    return Observable.zip(lists, lists.skip(1)) { (sections: $1, changes: try Section.changes(from: $0, to: $1)) }
  }
}
