// A difference stops a program that is no test, with the message: no test library would hear of it. So the comparison that
// finds one is made by a program of its own, which is this one again.

#if os(Linux)
  import Foundation
  import SignalKit
  import SignalTesting

  let place = "main.swift:\(#line + 4)"
  func compare(with marbles: String) throws {
    let (scheduler, source) = (TestScheduler(), Signal<Int, NoError>.single(1))
    let later = source.delayValues(1, on: scheduler)
    try expectSignal(later, sends: marbles, values: ["a": 1, "b": 2], on: scheduler)
  }

  if CommandLine.arguments.contains("differs") {
    try compare(with: "-(b|)")
    print("the program goes on")
  } else {
    try compare(with: "-(a|)")

    let (program, errors) = (Process(), Pipe())
    program.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    program.arguments = ["differs"]
    program.standardError = errors
    try program.run()
    let message = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    program.waitUntilExit()
    guard program.terminationReason == .uncaughtSignal, message.contains(place),
      message.contains("the signal did not send what was expected")
    else { fatalError("the difference is lost: \(message)") }
  }
#endif
