import Glibc
import Interleaving

var arguments = CommandLine.arguments.dropFirst()
var bounds = Explorer.Bounds()
var parts: [String] = []
var schedule: String?
var samples = 0
var seed: UInt64 = 1
var stints = [1]
var stops = false

while let argument = arguments.popFirst() {
  switch argument {
  case "--preemptions": bounds.preemptions = number()
  case "--stale": bounds.stale = number()
  case "--schedules": bounds.schedules = number()
  case "--stint": stints = [number()]
  case "--weaken":
    guard let weakening = arguments.popFirst().flatMap({ Weakening($0) }) else {
      fatalError("a weaker ordering is missing")
    }
    Weakening.all.append(weakening)
  case "--stop": stops = true
  case "--all-schedules": bounds.isReduced = false
  case "--random": samples = number()
  case "--seed": seed = UInt64(number())
  case "--replay": schedule = arguments.popFirst()
  default: parts.append(argument)
  }
}

func number() -> Int {
  guard let number = arguments.popFirst().flatMap({ Int($0) }) else { fatalError("a number is missing") }
  return number
}

knowledgePrograms()
heldObjectPrograms()
gatePrograms()
hubPrograms()
operatorPrograms()
schedulerPrograms()
cargoPrograms()
containerPrograms()

func seconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

for number in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT] {
  signal(number) { Explorer.current.stop("it crashes by signal \($0)") }
}

var failed = 0
var total = 0
let beginning = seconds()
for program in programs where parts.isEmpty || parts.contains(where: program.name.contains) {
  Explorer.name = program.name
  let start = seconds()
  for stint in stints {
    Explorer.stint = stint
    if let schedule {
      let (faults, trace) = Explorer(threads: program.threads, bounds).replay(schedule, program.make)
      print(program.name)
      print(trace)
      for fault in faults { print("  ", fault) }
      continue
    }
    let explorer = Explorer(threads: program.threads, bounds)
    let outcome =
      samples > 0 ? explorer.sample(samples, seed: seed, program.make) : explorer.explore(program.make)
    total += outcome.schedules
    let time = Int((seconds() - start) * 1000)
    print(
      outcome.failures.isEmpty ? "ok  " : "FAIL", program.name, "| threads \(program.threads),",
      "schedules \(outcome.schedules)\(outcome.isComplete ? "" : " and more"), cut \(outcome.cut),",
      "longest \(outcome.longest), \(time) ms")
    for failure in outcome.failures {
      failed += 1
      print("       \(failure.count) × \(failure.fault)\n       schedule \(failure.schedule)")
    }
    fflush(nil)
    if stops && !outcome.failures.isEmpty { exit(1) }
  }
}
print("\(total) schedules, \(failed) faults, \(Int(seconds() - beginning)) s")
exit(failed == 0 ? 0 : 1)
