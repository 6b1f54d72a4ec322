internal import Locking

/// Holds any number of disposables, and disposes of all of them together.
///
/// Use it for everything that ends with one owner. It disposes in the order of adding. An element that is over can be
/// removed; subscriptions that have ended by themselves are forgotten now and then without being asked, so a set
/// that lives long and is added to often holds about as many elements as are alive.
///
/// Once disposed, it disposes at once of whatever is added. Nothing is disposed under its lock.
/// RAC, ReactiveSwift and RxSwift call it `CompositeDisposable`, RAC also `RACCompoundDisposable`.
public final class DisposableSet: Finishable {
  /// `nil` once disposed.
  private let elements = Guarded<DisposableList?>(DisposableList())

  /// Holds nothing yet.
  public init() {}

  package var isFinished: Bool { elements.withLock { $0 == nil } }

  /// Adds an element; one that is in the set already is not added again.
  ///
  /// - Parameter disposable: What to dispose of together with the others; at once, if the set is disposed of already.
  /// - Complexity: O(1) on average.
  public func add(_ disposable: any Disposable) {
    guard disposable !== EmptyDisposable else { return }
    var forgotten: [any Disposable] = []
    let isDisposed = elements.withLock { elements in
      elements?.append(disposable, forgetting: &forgotten)
      return elements == nil
    }
    if isDisposed { disposable.dispose() }
    // `forgotten` is let go of here, outside the lock.
  }

  /// Takes an element out without disposing of it; one that is not in the set changes nothing.
  ///
  /// - Parameter disposable: The element to forget.
  /// - Complexity: O(1) on average.
  public func remove(_ disposable: any Disposable) {
    elements.withLock { $0?.remove(disposable) }
  }

  /// Disposes of every element in the order of adding, and of everything that is added later.
  public func dispose() {
    let leaving = elements.withLock { elements in
      let leaving = elements
      elements = nil
      return leaving
    }
    leaving?.disposeAll()
  }
}

/// Distinct disposables in the order of adding: two in place, the others in an array.
///
/// Invariants: `first` is filled before `second`; both are older than everything in `rest`; `positions` says where in
/// `rest` an element stands, and what is `nil` there was removed.
struct DisposableList {
  private var first: (any Disposable)?
  private var second: (any Disposable)?
  private var rest: [(any Disposable)?] = []
  private var positions: [ObjectIdentifier: Int] = [:]
  private var sweepSize = 32

  mutating func append(_ element: any Disposable, forgetting forgotten: inout [any Disposable]) {
    guard !contains(element) else { return }
    if rest.isEmpty && second == nil {
      if first == nil { first = element } else { second = element }
      return
    }
    if rest.count >= sweepSize { forgetFinished(&forgotten) }
    positions[ObjectIdentifier(element)] = rest.count
    rest.append(element)
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

  func disposeAll() {
    first?.dispose()
    second?.dispose()
    for case let element? in rest {
      element.dispose()
    }
  }

  private func contains(_ element: any Disposable) -> Bool {
    first === element || second === element || positions[ObjectIdentifier(element)] != nil
  }

  /// Paid for by the elements that were added since the last time.
  private mutating func forgetFinished(_ forgotten: inout [any Disposable]) {
    var remaining: [any Disposable] = []
    for case let element? in rest {
      if let finishable = element as? any Finishable, finishable.isFinished {
        forgotten.append(element)
      } else {
        remaining.append(element)
      }
    }
    rebuild(remaining)
    sweepSize = max(32, 2 * remaining.count)
  }

  private mutating func rebuild(_ elements: [any Disposable]) {
    rest = elements
    positions = Dictionary(
      uniqueKeysWithValues: elements.enumerated().map { (ObjectIdentifier($1), $0) })
  }
}
