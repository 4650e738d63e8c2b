/// Items that wait for delivery together: what a burst of sends leaves behind while someone else delivers.
///
/// An array would do, but in code that is generic and not specialised each of its operations looks up types by name;
/// this touches the items alone. One allocation serves many items, so that items made on one thread and freed on
/// another do not make both wait for the allocator.
package final class Burst<Item> {
  @exclusivity(unchecked) private var items: UnsafeMutablePointer<Item>
  @exclusivity(unchecked) private var capacity = 16
  @exclusivity(unchecked) private var count = 0

  package init() {
    items = .allocate(capacity: capacity)
  }

  deinit {
    items.deinitialize(count: count)
    items.deallocate()
  }

  package func append(_ item: Item) {
    if count == capacity { grow() }
    (items + count).initialize(to: item)
    count += 1
  }

  /// Calls `body` with each item, in order.
  package func each(_ body: (Item) -> Void) {
    for index in 0..<count { body(items[index]) }
  }

  private func grow() {
    let larger = UnsafeMutablePointer<Item>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: items, count: count)
    items.deallocate()
    items = larger
    capacity *= 2
  }
}
