#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Prints what the library costs, in terms of what its parts cost on the same machine at the same moment.
///
///     swift run -c release benchmarks [--filter <text>] [--rounds <number>] [--check]
///
/// Each line is the best of many short runs, which alternate with those of all other lines. With `--filter`, only rows
/// whose names contain the text are measured; with `--check`, a row that is over its ceiling without an excuse makes the
/// exit code 1.
@main
enum Benchmarks {
  static func main() {
    var arguments = CommandLine.arguments.dropFirst()
    var filter = ""
    var rounds = 60
    var isCheck = false
    while let argument = arguments.popFirst() {
      switch argument {
      case "--filter": filter = arguments.popFirst() ?? ""
      case "--rounds": rounds = arguments.popFirst().flatMap { Int($0) } ?? rounds
      case "--check": isCheck = true
      default:
        let known = "[--filter <text>], [--rounds <number>], [--check]"
        print("error: '\(argument)' is not understood; the arguments are \(known)")
        exit(2)
      }
    }
    #if DEBUG
      print("This is a debug build: the ratios say nothing. Use swift run -c release benchmarks.")
    #endif
    let table = table(of: Rows.all().filter { filter.isEmpty || $0.name.contains(filter) }, rounds: rounds)
    table.print()
    exit(isCheck && table.isOver ? 1 : 0)
  }

  private static func table(of rows: [Row], rounds: Int) -> Table {
    var subjects: [Subject] = []
    for subject in rows.flatMap(\.subjects) where !subjects.contains(where: { $0 === subject }) {
      subjects.append(subject)
    }
    measure(subjects, rounds: rounds)
    var table = Table()
    for row in rows { table.add(row) }
    return table
  }
}

/// What is measured; see the extensions.
enum Rows {
  static func all() -> [Row] {
    let floors = Floors()
    return delivery(floors) + combining(floors) + subscribing(floors) + memory() + floods()
  }
}
