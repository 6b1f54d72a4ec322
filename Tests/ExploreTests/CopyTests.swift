import Foundation
import ScriptSupport
import Testing
import ToolTesting

let package = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

@Suite(.silently) struct CopyTests {
  @Test("in the explorer's copy, all atomics and locks are the explorer's")
  func copy() throws {
    let files = try Exploration(packageIn: package).files()
    let modules = files.filter { $0.key.hasPrefix("Modules/") }
    #expect(modules.keys.contains("Modules/SignalPrimitives/Turnstile.swift"))
    for (path, text) in modules {
      let code = text.split(separator: "\n").filter { !$0.contains("//") }
      #expect(!code.contains { $0.contains("import Synchronization") }, "\(path)")
      #expect(!code.contains { $0.contains("pthread_mutex") }, "\(path)")
    }
  }

  @Test("a copy is not made of sources in which something to replace is missing")
  func fails() throws {
    let exploration = try Exploration(packageIn: package)
    #expect(throws: Tool.Failure.self) {
      try exploration.files { _, text in text.replacing("mutex.lock()", with: "mutex.lockNow()") }
    }
  }

  @Test("a copy is not made of sources that use what the explorer does not know")
  func unknown() throws {
    let exploration = try Exploration(packageIn: package)
    #expect(throws: Tool.Failure.self) {
      try exploration.files { path, text in
        path.hasSuffix("Turnstile.swift") ? text + "let lock = Synchronization.Mutex(0)\n" : text
      }
    }
  }
}
