internal import SignalPrimitives

/// Holds any number of disposables, and disposes of all of them together.
///
/// Use it for everything that ends with one owner. It disposes in the order of adding. An element that is over can be
/// removed; subscriptions that have ended by themselves are forgotten now and then without being asked, so a set
/// that lives long and is added to often holds about as many elements as are alive.
///
/// Once disposed, it disposes at once of whatever is added. Nothing is disposed under its lock.
/// ReactiveSwift and RxSwift call it `CompositeDisposable`, RAC `RACCompoundDisposable`.
public final class DisposableSet: Finishable {
  private let elements = Guarded(Holdings.holding(DisposableList()))

  /// Holds nothing yet.
  public init() {}

  package var isFinished: Bool { elements.withLock(\.isDisposed) }

  /// Adds an element, unless it is in the set already or has nothing left to dispose of.
  ///
  /// - Parameter disposable: What to dispose of together with the others; at once, if the set is disposed of already.
  /// - Complexity: O(1) on average.
  public func add(_ disposable: any Disposable) {
    guard !isOver(disposable) else { return }
    let suspects = elements.withHeld { $0.append(disposable) }
    guard let suspects else { return disposable.dispose() }
    // They are asked outside the lock: sets may hold each other, and an answer can need this very lock.
    let finished = suspects.filter(isOver)
    if !finished.isEmpty {
      _ = elements.withHeld { elements in
        for element in finished { elements.remove(element) }
      }
    }
  }

  /// Takes an element out without disposing of it; one that is not in the set changes nothing.
  ///
  /// - Parameter disposable: The element to forget.
  /// - Complexity: O(1) on average.
  public func remove(_ disposable: any Disposable) {
    _ = elements.withHeld { $0.remove(disposable) }
  }

  /// Disposes of every element in the order of adding, and of everything that is added later.
  ///
  /// If two threads do it at once, then for each, when it returns, every subscription in the set is over.
  public func dispose() {
    elements.giveUp(of: self) { elements, dispose in elements.forEach(dispose) }
  }

  private func isOver(_ disposable: any Disposable) -> Bool {
    (disposable as? any Finishable)?.isFinished ?? false
  }
}

/// Distinct disposables in the order of adding: two in place, the others in an array.
///
/// Invariants: `first` is filled before `second`; both are older than everything in `rest`; `positions` says where in
/// `rest` an element stands, and what is `nil` there was removed: half of it at most.
struct DisposableList {
  private var first: (any Disposable)?
  private var second: (any Disposable)?
  private var rest: [(any Disposable)?] = []
  private var positions: [ObjectIdentifier: Int] = [:]
  private var sweepSize = 32

  /// - Returns: Now and then, the elements that the caller should look through for what can be removed. That is paid for
  ///   by the elements that were added since the last time.
  mutating func append(_ element: any Disposable) -> [any Disposable] {
    guard !contains(element) else { return [] }
    if rest.isEmpty && second == nil {
      if first == nil { first = element } else { second = element }
      return []
    }
    positions[ObjectIdentifier(element)] = rest.count
    rest.append(element)
    guard rest.count > sweepSize else { return [] }
    sweepSize = 2 * rest.count
    return ([first, second] + rest).compactMap(\.self)
  }

  /// The caller holds `element`, so nothing is freed here.
  mutating func remove(_ element: any Disposable) {
    if first === element {
      first = second
      second = nil
    } else if second === element {
      second = nil
    } else if let position = positions.removeValue(forKey: ObjectIdentifier(element)) {
      rest[position] = nil
      if positions.count < rest.count / 2 { rebuild(rest.compactMap(\.self)) }
    }
  }

  func forEach(_ body: (any Disposable) -> Void) {
    first.map(body)
    second.map(body)
    for case let element? in rest { body(element) }
  }

  private func contains(_ element: any Disposable) -> Bool {
    first === element || second === element || positions[ObjectIdentifier(element)] != nil
  }

  private mutating func rebuild(_ elements: [any Disposable]) {
    rest = elements
    sweepSize = max(32, 2 * elements.count)
    positions = Dictionary(
      uniqueKeysWithValues: elements.enumerated().map { (ObjectIdentifier($1), $0) })
  }
}
