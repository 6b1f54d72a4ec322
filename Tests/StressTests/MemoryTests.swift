import SignalKit
import TestSupport
import Testing

#if os(Linux)
  import Glibc

  /// That memory does not grow with what has passed.
  ///
  /// Each test runs in a process of its own: other tests take memory meanwhile. They are left out under the sanitizers,
  /// which do so too.
  @Suite(.serialized) struct MemoryTests {
    @Test("B47: a million values through the operators leave nothing behind")
    func values() async {
      await #expect(processExitsWith: .success) {
        let pipe = ValuePipe<Int>()
        let received = Counter()
        let signal =
          pipe.signal()
          |> map { $0 + 1 } |> filter { $0 >= 0 } |> distinctUntilChanged
          |> mapToSignal { .single($0) }
          |> then(.never())
        let disposable = combineLatest(signal, Signal<Int, NoError>.single(1)).start(next: { _, _ in
          received.increment()
        })
        expectFlat(1_000_000, "the chain") { pipe.putNext($0) }
        precondition(received.value == 1_000_000)
        disposable.dispose()
      }
    }

    @Test("B47: a million values through deliverOn leave nothing behind")
    func deliveries() async {
      await #expect(processExitsWith: .success) {
        let queue = Queue(name: "deliveries")
        let pipe = ValuePipe<Int>()
        let disposable = pipe.signal().deliverOn(queue).start(next: { _ in })
        expectFlat(1_000_000, "deliverOn") { value in
          pipe.putNext(value)
          if value % 1_000 == 0 { queue.sync {} }
        }
        disposable.dispose()
      }
    }

    @Test("B47: starts of then, catch and runOn leave nothing behind, whoever keeps the disposables")
    func starts() async {
      await #expect(processExitsWith: .success) {
        struct Failure: Error {}
        let kept = DisposableSet()
        let signal: Signal<Int, NoError> =
          Signal<Int, Failure>.fail(Failure()) |> `catch` { _ in .single(1) } |> then(.single(2))
        expectFlat(200_000, "starts") { _ in
          kept.add(signal.start())
          kept.add((signal |> runOn(ImmediateQueue())).start())
        }
        kept.dispose()
      }
    }

    @Test("B112: subscribers that come and go leave no places behind")
    func comingAndGoing() async {
      await #expect(processExitsWith: .success) {
        let pipe = ValuePipe<Int>()
        let promise = ValuePromise(0)
        let staying = (0..<10).map { _ in pipe.signal().start() }
        expectFlat(300_000, "places") { value in
          let first = pipe.signal().start()
          let second = promise.get().start()
          if value % 16 == 0 { pipe.putNext(value) }
          first.dispose()
          second.dispose()
        }
        for disposable in staying { disposable.dispose() }
      }
    }

    @Test("a step that leaves something behind each time is noticed")
    func leakIsNoticed() async {
      await #expect(processExitsWith: .failure) {
        let kept = Recording<[Int]>()
        expectFlat(50_000, "a leak") { kept.append(Array(repeating: $0, count: 100)) }
      }
    }
  }

  /// Runs a step that many times, and stops the process unless the memory after the first tenth is that at the end.
  private func expectFlat(_ steps: Int, _ name: String, _ step: (Int) -> Void) {
    for index in 0..<steps / 10 { step(index) }
    let before = residentBytes()
    for index in steps / 10..<steps { step(index) }
    let growth = residentBytes() - before
    precondition(growth < 4 << 20, "\(name) grew by \(growth) bytes")
  }

  /// The bytes of memory that this process has at the moment.
  private func residentBytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, 256, file) != nil else { return 0 }
    let fields = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      .split(separator: " ")
    return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// A scheduler that is always current.
  private struct ImmediateQueue: Scheduler {
    let now = 0.0
    func isCurrent() -> Bool { true }
    func async(_ work: @escaping @Sendable () -> Void) { work() }
    func after(_ delay: Double, _ work: @escaping @Sendable () -> Void) -> any Disposable { EmptyDisposable }
  }
#endif
