import Dispatch
import SignalKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Rows {
  /// How long a call takes, at most, on a thread beside another that sends all the time, and how much memory that takes.
  ///
  /// They need two processors that have nothing else to do: otherwise the longest call tells how long a thread waits for one.
  static func floods() -> [Row] {
    [
      Flood("putNext", call: { $0.pipe.putNext(-1) }),
      Flood("putNext, handlers of 1 µs", handler: 1e-6, call: { $0.pipe.putNext(-1) }),
      Flood("start + dispose", call: { $0.pipe.signal().start(next: { _ in }).dispose() }),
      Flood(
        "start + dispose, handlers of 300 µs", handler: 3e-4,
        call: { $0.pipe.signal().start(next: { _ in }).dispose() }),
      Flood(
        "set, and a promise is flooded", send: { $0.promise.set($1) }, call: { $0.promise.set(-1) }),
      Flood(
        "start + dispose, and a promise is flooded", send: { $0.promise.set($1) },
        call: { $0.promise.get().start(next: { _ in }).dispose() }),
      Flood("the other input of combineLatest", call: { $0.promise.set(-1) }),
    ].flatMap(\.rows)
  }
}

/// One thread that sends for some seconds, and another that comes by every millisecond.
///
/// Two that send all the time would be two floods: then what waits grows as long as a handler takes longer than sending does.
private final class Flood: @unchecked Sendable {
  // safe: `longest` and `grown` are written and read by the thread that measures; the rest does not change
  let pipe = ValuePipe<Int>()
  let promise = ValuePromise(0)

  private let name: String
  private let handler: Double
  private let send: @Sendable (Flood, Int) -> Void
  private let call: (Flood) -> Void
  private let isOver = Atomic(value: false)
  private var longest = 0.0
  private var grown = 0.0

  /// - Parameters:
  ///   - name: What the thread that comes by does.
  ///   - handler: How many seconds a handler takes.
  ///   - send: What the flood does.
  ///   - call: What the thread that comes by does.
  init(
    _ name: String, handler: Double = 0,
    send: @escaping @Sendable (Flood, Int) -> Void = { $0.pipe.putNext($1) }, call: @escaping (Flood) -> Void
  ) {
    self.name = name
    self.handler = handler
    self.send = send
    self.call = call
  }

  var rows: [Row] {
    [
      Row("flood: \(name), longest", atMost: 50, "ms") {
        self.run()
        return self.longest * 1_000
      },
      Row("flood: \(name), memory", atMost: 32, "MB") { residentBytes() == nil ? nil : self.grown * 1e-6 },
    ]
  }

  private func run() {
    let handler = handler
    let subscriptions = [
      pipe.signal().start(next: { _ in spend(handler) }),
      promise.get().start(next: { _ in spend(handler) }),
      combineLatest(pipe.signal(), promise.get()).start(next: { _ in }),
    ]
    let (hasBegun, hasEnded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    DispatchQueue(label: "flood").async { [self] in
      hasBegun.signal()
      var number = 0
      while !isOver.with(\.self) {
        send(self, number)
        number += 1
      }
      hasEnded.signal()
    }
    hasBegun.wait()
    visit()
    isOver.swap(true)
    hasEnded.wait()
    for subscription in subscriptions { subscription.dispose() }
  }

  private func visit() {
    let before = residentBytes() ?? 0
    let end = seconds() + Self.duration
    while true {
      let beginning = seconds()
      if beginning >= end { return }
      call(self)
      longest = max(longest, seconds() - beginning)
      grown = max(grown, (residentBytes() ?? 0) - before)
      spend(0.001)
    }
  }

  private static let duration = 4.0
}

private func spend(_ time: Double) {
  if time == 0 { return }
  let end = seconds() + time
  while seconds() < end {}
}

private func seconds() -> Double { Double(DispatchTime.now().uptimeNanoseconds) * 1e-9 }

/// The memory that the process has in hand, where the system tells it.
private func residentBytes() -> Double? {
  #if os(Linux)
    guard let file = fopen("/proc/self/statm", "r") else { return nil }
    defer { fclose(file) }
    var (all, resident) = (0, 0)
    let count = withUnsafeMutablePointer(to: &all) { all in
      withUnsafeMutablePointer(to: &resident) { resident in
        withVaList([all, resident]) { vfscanf(file, "%ld %ld", $0) }
      }
    }
    return count == 2 ? Double(resident * sysconf(Int32(_SC_PAGESIZE))) : nil
  #else
    return nil
  #endif
}
