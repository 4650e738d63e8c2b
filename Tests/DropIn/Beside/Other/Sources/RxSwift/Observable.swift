/// Stands for RxSwift's class.
public struct Observable<Element> {
  public let elements: [Element]

  public init(_ elements: Element...) { self.elements = elements }
}
