import Foundation
import SignalKit
import TestSupport

/// Lets ten million values through every operator, and a million signals through those that run signals, and looks at the
/// memory; lets the operators that start signals do so a million times on a small stack; and cancels a million tasks that wait
/// for a value.
///
/// `swift run -c release endurance [name]`; with a name, only that row is run. The environment's `STRESS_DIVISOR` makes it
/// fewer values. It exits with 1 if the memory grows or a result is wrong; a stack that overflows ends it at once.
@main
enum Endurance {
  static func main() {
    let wanted = CommandLine.arguments.dropFirst().first
    var failures = 0
    func run(_ name: String, _ check: () -> String?) {
      guard wanted == nil || name == wanted else { return }
      let (beginning, complaint) = (ContinuousClock.now, check())
      let seconds = beginning.duration(to: .now) / .seconds(1)
      print(
        "\(complaint == nil ? "ok  " : "FAIL") \(name)\(complaint.map { ": \($0)" } ?? "") (\(rounded(seconds)) s)"
      )
      if complaint != nil { failures += 1 }
    }
    let (values, signals) = (stressRuns(10_000_000), stressRuns(1_000_000))
    print("Memory: \(values) values through each, flat after the first 1 %")
    for row in MemoryRow.values { run(row.name) { row.growth(values: values) } }
    print("Memory: \(signals) signals through each, flat after the first 1 %")
    for row in MemoryRow.signals { run(row.name) { row.growth(values: signals) } }
    print("Stack: the right result on 512 KiB")
    for row in StackRow.all { run(row.name) { row.complaint() } }
    print("Cancellation: 100 rounds of 10,000 tasks, at the moment of the value")
    run("tasks that are cancelled") { Cancellation.complaint() }
    print(failures == 0 ? "everything holds" : "\(failures) rows fail")
    exit(failures == 0 ? 0 : 1)
  }

  private static func rounded(_ seconds: Double) -> Double { (seconds * 100).rounded() / 100 }
}
