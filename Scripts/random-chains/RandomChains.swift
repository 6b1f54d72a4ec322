import Foundation
import RandomChains
import ScriptSupport

/// Compares chains of random operators over random inputs with a slow model that is obviously right.
///
/// `swift run random-chains [--count <n>] [--seed <n>] [--print]`; the chains have the seeds from `--seed` on, which is
/// random itself if it is not given. A chain that is wrong is printed with its seed; with `--print`, each is before it runs.
@main
enum RandomChainsScript {
  static func main() {
    exit(
      Tool.run(Array(CommandLine.arguments.dropFirst()), flags: ["--print"], options: ["--count", "--seed"]) {
        given in
        let count = try number(given.options["--count"], "--count") ?? 100_000
        let seed = try number(given.options["--seed"], "--seed") ?? UInt64.random(in: 0..<1 << 48)
        Tool.say("\(count) chains from seed \(seed) on")
        if given.flags.contains("--print") {
          for seed in seed..<seed + count { Tool.say(describe(seed: seed)) }
        }
        let outcome = judge(seeds: seed..<seed + count)
        Tool.say("\(outcome.right) are right, \(outcome.tooLong) send more than is looked at")
        return outcome.wrong.prefix(10).map {
          Violation(file: "Tests/RandomChains/Generator.swift", line: 1, "\($0)")
        }
      })
  }

  private static func number(_ text: String?, _ option: String) throws -> UInt64? {
    guard let text else { return nil }
    guard let number = UInt64(text) else { throw Tool.Failure("\(option) takes a number, and not '\(text)'") }
    return number
  }
}
