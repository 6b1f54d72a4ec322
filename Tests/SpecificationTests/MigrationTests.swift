import Foundation
import ScriptSupport
import Testing

/// The table for those who come from SwiftSignalKit names what there is; `MigrationTableTests` has the others.
@Suite struct MigrationTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Every name that the layers declare.
  private static func declared() throws -> Set<String> {
    let sources = try Files.read("Modules", in: root) { $0.hasSuffix(".swift") }
    let declaration =
      /public (?:static |final |convenience )*(?:func|var|let|class|struct|enum|protocol|typealias) `?([\w|>]+)/
    return sources.values.reduce(into: []) { names, source in
      for match in source.matches(of: declaration) { names.insert(String(match.1)) }
    }
  }

  @Test("every name in the middle column of a table is declared", arguments: ["FromSwiftSignalKit"])
  func names(page: String) throws {
    let declared = try Self.declared()
    let text = try Files.read("Modules/SignalKit/SignalKit.docc/\(page).md", in: Self.root)
    var seen = 0
    for line in text.replacing("\\|", with: "¦").split(separator: "\n") where line.hasPrefix("| `") {
      let columns = line.split(separator: "|", omittingEmptySubsequences: false)
      #expect(columns.count == 5, "\(line)")
      for match in columns[2].matches(of: /`([^`\s]+)`/) {
        let name = String(match.1.prefix { $0 != "(" }).replacing("¦", with: "|")
        #expect(declared.contains(name), "\(page): \(name)")
        seen += 1
      }
    }
    #expect(seen > 40)
  }

  @Test("every operator of SwiftSignalKit's vocabulary that is here is in its table")
  func complete() throws {
    let text = try Files.read("Modules/SignalKit/SignalKit.docc/FromSwiftSignalKit.md", in: Self.root)
    let vocabulary = """
      single complete fail never deferred map mapError castError flatMap reduceLeft materialize dematerialize ignoreValues
      withState filter distinctUntilChanged take last combineLatest then switchToLatest mapToSignal
      mapToSignalPromotingError queue mapToQueue throttled mapToThrottled catch restart restartIfError retry recurse
      feedbackLoop timeout delay suspendAwareDelay deliverOn deliverOnMainQueue runOn beforeNext afterNext beforeStarted
      beforeCompleted afterCompleted afterDisposed Multicast
      """
    for name in vocabulary.split(whereSeparator: \.isWhitespace) {
      #expect(text.contains("`\(name)"), "\(name)")
    }
  }
}
