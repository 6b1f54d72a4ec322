import Collections
import Testing

@Suite struct WeakTests {
  private final class Object: Sendable {}

  @Test("a weak box does not keep its object alive")
  func lifetime() {
    var object: Object? = Object()
    let box = object.map(Weak.init)
    #expect(box?.value === object)
    #expect(box?.value != nil)
    object = nil
    #expect(box != nil)
    #expect(box?.value == nil)
  }

  @Test("a weak box of a Sendable object is Sendable")
  func sendable() async {
    let object = Object()
    let box = Weak(object)
    let isSame = await Task.detached { box.value === object }.value
    #expect(isSame)
  }

  @Test("a bag of weak boxes keeps its order and frees its objects")
  func inABag() {
    let bag = SparseBag<Weak<Object>>()
    let kept = Object()
    _ = bag.add(Weak(kept))
    _ = bag.add(Weak(Object()))
    #expect(bag.map { $0.value === kept } == [true, false])
  }
}
