// Public for the same reason as `Lock`.

/// The pending jobs and items of a delivery, in order. Items may have any type. They are kept in chunks of raw memory, where
/// an entry does not move while it waits:
///
///     chunk: [entry][entry]...[link] ──▶ chunk: [entry][entry]
///                    ▲                                       ▲
///                    reading           limit is in between   writing
///
/// (In unspecialised generic code, each operation on an array of items would cost several look-ups of the array's type.)
///
/// Any thread may append, under the delivery's lock. The delivering thread takes all that waits under the lock, and then
/// removes one entry after the other without it.
public final class Backlog {
  private static let smallestChunk = 512
  private static let largestChunk = 16_384
  /// The space that a link takes. (Each entry begins at a multiple of the header's alignment.)
  private static let sizeOfLink = MemoryLayout<Entry.Header>.stride + MemoryLayout<Link>.stride

  /// The last item of a chunk that is full: the next chunk.
  private struct Link {
    let chunk: UnsafeMutableRawPointer
  }

  // Of the delivering thread:
  @exclusivity(unchecked) private var chunk = allocate(smallestChunk)
  /// The next entry to remove.
  @exclusivity(unchecked) private var reading: UnsafeMutableRawPointer
  /// The end of what has been taken.
  @exclusivity(unchecked) private var limit: UnsafeMutableRawPointer
  /// Padding, so that threads on the two sides do not write to the same cache line.
  private let gap: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0, 0)
  // Guarded by the lock:
  @exclusivity(unchecked) private var writing: UnsafeMutableRawPointer
  /// The size of the newest chunk.
  @exclusivity(unchecked) private var size = smallestChunk
  /// How much of the newest chunk is free, not counting the space for a link.
  @exclusivity(unchecked) private var room = smallestChunk - sizeOfLink

  init() {
    (reading, limit, writing) = (chunk, chunk, chunk)
  }

  deinit {
    take()
    while let entry = next() { _ = entry.take(as: entry.header.pointee.type) }
    chunk.deallocate()
  }

  // MARK: Appending

  /// Appends an item; in a mailbox, for `receiver`. Called under the lock.
  func append<Item>(
    _ item: Item, _ change: Change? = nil, for receiver: Receiver? = nil, of owner: AnyObject? = nil
  ) {
    // As much as the entry may take, padding included.
    let most = Entry.sizeWithChange + MemoryLayout<Item>.size + MemoryLayout<Item>.alignment + 8
    if room < most { addChunk(for: most) }
    let entry = Entry(address: writing)
    let place = entry.item(as: Item.self, hasChange: change != nil)
    let end = (UnsafeMutableRawPointer(place) + MemoryLayout<Item>.size).alignedUp(for: Entry.Header.self)
    let header = Entry.Header(
      type: Item.self, size: UInt32(end - writing), hasChange: change != nil,
      receiver: receiver.map(Unmanaged.passUnretained), owner: owner.map(Unmanaged.passUnretained))
    entry.header.initialize(to: header)
    if let change { entry.item(as: Change.self, hasChange: false).initialize(to: change) }
    place.initialize(to: item)
    room -= end - writing
    assert(room >= 0, "An entry is longer than its chunk.")
    writing = end
  }

  @inline(never)
  private func addChunk(for item: Int) {
    size = max(min(2 * size, Self.largestChunk), item + Self.sizeOfLink)
    let added = Self.allocate(size)
    room = size  // The link has space of its own.
    append(Link(chunk: added))
    (writing, room) = (added, size - Self.sizeOfLink)
  }

  private static func allocate(_ size: Int) -> UnsafeMutableRawPointer {
    .allocate(byteCount: size, alignment: MemoryLayout<Entry.Header>.alignment)
  }

  // MARK: Taking

  /// Whether nothing waits. Called under the lock by the delivering thread.
  var isEmpty: Bool { reading == writing }

  /// Takes all that waits. Called under the lock by the delivering thread.
  func take() { limit = writing }

  /// Makes the next entry the first of its chunk. Called under the lock by the delivering thread, when nothing waits.
  func rewind() {
    (reading, limit, writing, room) = (chunk, chunk, chunk, size - Self.sizeOfLink)
  }

  /// The next of the taken entries. Called by the delivering thread.
  func first() -> Entry? {
    guard reading != limit else { return nil }
    let entry = Entry(address: reading)
    guard entry.header.pointee.type == Link.self else { return entry }
    let link = entry.take(as: Link.self)
    chunk.deallocate()
    (chunk, reading) = (link.chunk, link.chunk)
    return Entry(address: reading)
  }

  /// Removes the next of the taken entries. The caller must then take its item. Called by the delivering thread.
  func next() -> Entry? {
    guard let entry = first() else { return nil }
    reading += Int(entry.header.pointee.size)
    return entry
  }

  /// Removes the next of the taken entries, if it is for `receiver`.
  func next(for receiver: Unmanaged<Receiver>?) -> Entry? {
    first()?.header.pointee.receiver?.toOpaque() == receiver?.toOpaque() ? next() : nil
  }
}

/// A job that waits. (A bare closure would be converted to another calling convention and back.)
struct Job {
  let run: () -> Void
}

/// One entry of a ``Backlog``: a header, the change if the item is a value, and the item.
public struct Entry {
  /// The part that each entry has.
  struct Header {
    let type: Any.Type
    /// The distance to the next entry, in bytes.
    let size: UInt32
    let hasChange: Bool
    // In a mailbox:
    let receiver: Unmanaged<Receiver>?
    let owner: Unmanaged<AnyObject>?
  }

  fileprivate static let sizeWithChange = MemoryLayout<Header>.stride + MemoryLayout<Change>.stride

  fileprivate let address: UnsafeMutableRawPointer

  var header: UnsafeMutablePointer<Header> { address.assumingMemoryBound(to: Header.self) }

  /// The change, if the item is a value. It is in the place of an item without a change.
  package var change: Change { header.pointee.hasChange ? item(as: Change.self, hasChange: false).pointee : .none }

  /// Whether the item is a job.
  var isJob: Bool { header.pointee.type == Job.self }

  /// Removes and returns the item. Called once.
  package func take<Item>(as type: Item.Type = Item.self) -> Item {
    assert(header.pointee.type == type, "An entry of a backlog is of another type.")
    return item(as: type, hasChange: header.pointee.hasChange).move()
  }

  fileprivate func item<Item>(as type: Item.Type, hasChange: Bool) -> UnsafeMutablePointer<Item> {
    let start = address + (hasChange ? Self.sizeWithChange : MemoryLayout<Header>.stride)
    return start.alignedUp(for: type).assumingMemoryBound(to: type)
  }
}
