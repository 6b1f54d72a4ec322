import Disposables
import Interleaving
import Signals

typealias Sig = Signal<Int, Never>
typealias SigE = Signal<Int, Oops>

struct Oops: Error, Sendable {}

/// What a program does on its threads, and what must hold when they are done.
struct Program {
  let name: String
  let threads: Int
  let make: Explorer.Make
}

nonisolated(unsafe) var programs: [Program] = []

func scenario(_ name: String, _ threads: Int, _ make: @escaping Explorer.Make) {
  programs.append(Program(name: name, threads: threads, make: make))
}

func fails(_ faults: String?...) -> String? { faults.lazy.compactMap { $0 }.first }

func want(_ isSo: Bool, _ otherwise: @autoclosure () -> String) -> String? { isSo ? nil : otherwise() }

/// A variable of a program.
///
/// One that counts tells nobody what was done before; one that holds something hands it over.
final class Cell<T>: @unchecked Sendable {
  // safe: one thread runs at a time
  private var stored: T
  private let counts = T.self is Int.Type
  private let spot = Spot("variable")

  init(_ value: T) { stored = value }

  var v: T {
    get {
      spot.touch("reads a variable", isPoint: false, handsOver: !counts)
      return stored
    }
    set {
      spot.touch("sets a variable", isPoint: false, handsOver: !counts)
      let old = stored
      stored = newValue
      // What goes away may well use the cell.
      withExtendedLifetime(old) {}
    }
  }
}

/// Runs a closure when it goes away.
final class Canary: @unchecked Sendable {
  // safe: one thread runs at a time
  private let died: () -> Void

  init(_ died: @escaping () -> Void) { self.died = died }
  deinit { died() }
  func sing() {}
}

/// One subscription, and what the contract says of it.
final class Watch: @unchecked Sendable {
  // safe: one thread runs at a time
  private(set) var values: [Int] = []
  private(set) var ended: [String] = []
  private var inside = 0
  private var faults: [String] = []
  private var disposedOn: Set<Int> = []
  private var late = 0
  private var isDisposed = false
  private let spot = Spot("handler")
  private let memory = Plain("the memory of a handler")

  func starts() { memory.write() }

  /// Nobody has the handlers any more.
  func freed() {
    spot.touch("the handlers are freed", isPoint: false)
    if inside != 0 { faults.append("the handlers are freed while one runs") }
  }

  private func begin(_ what: String) {
    spot.touch("handler begins: \(what)", isPoint: false)
    if Explorer.current.holdsLock { faults.append("a lock is held in a handler") }
    if inside != 0 { faults.append("two handlers overlap") }
    if !ended.isEmpty { faults.append("\(what) after the end") }
    // A load may well return what was there before a disposal of which the thread knows nothing.
    if isDisposed && Explorer.current.isSequential {
      late += 1
      if late > 1 { faults.append("a second handler began after dispose() had returned") }
    }
    if disposedOn.contains(Explorer.current.running) {
      faults.append("a handler began on a thread whose dispose() had returned")
    }
    inside += 1
    memory.write()
    spot.touch("in the handler")
  }

  func next(_ value: Int) {
    begin("next \(value)")
    values.append(value)
    inside -= 1
  }

  func end(_ how: String) {
    begin(how)
    ended.append(how)
    inside -= 1
  }

  /// `dispose()` has returned, and was the only one.
  func disposed() {
    disposedHere()
    isDisposed = true
  }

  func disposedHere() {
    spot.touch("dispose() has returned", isPoint: false)
    disposedOn.insert(Explorer.current.running)
  }

  /// The values of each sender, which are its hundreds, come in ascending order, and none twice.
  func ordered() -> String? {
    var last: [Int: Int] = [:]
    for value in values {
      if let before = last[value / 100], before >= value { return "not in order: \(values)" }
      last[value / 100] = value
    }
    return nil
  }

  var fault: String? { faults.first }
}

extension Signal where T == Int {
  func watch(_ watch: Watch, _ canary: Canary? = nil) -> any Disposable {
    let handlers = Canary { watch.freed() }
    watch.starts()
    return start(
      next: {
        canary?.sing()
        handlers.sing()
        watch.next($0)
      }, error: { _ in watch.end("error") }, completed: { watch.end("completed") })
  }
}

/// A source whose subscriber is in a cell.
func source(_ cell: Cell<Subscriber<Int, Never>?>, _ disposals: Cell<Int>? = nil) -> Sig {
  Sig { subscriber in
    cell.v = subscriber
    return ActionDisposable {
      disposals?.v += 1
      cell.v = nil
    }
  }
}
