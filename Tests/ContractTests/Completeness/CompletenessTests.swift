import Disposables
import Foundation
import ScriptSupport
import SignalTesting
import Signals
import Testing

/// What the layers declare is in the catalogue, and the other way round.
@Suite struct CompletenessTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The sources of all layers but SignalTesting, whose signals are for tests and have tests of their own, and what can't be called.
  private static func layers() throws -> Files {
    try Files.read("Modules", in: root) { path in
      path.hasSuffix(".swift") && !path.contains(".docc/") && !path.hasPrefix("Modules/SignalTesting/")
        && !path.hasSuffix("/NamesElsewhere.swift")
    }
  }

  private static func declarations(in files: Files) -> [Declaration] {
    files.flatMap { Declaration.find(in: $0.value, file: $0.key) }.sorted()
  }

  private static func missing(in files: Files) -> [String] {
    let covered = Set(Subject.all.flatMap(\.covers)).union(Subject.exempt.keys)
    return declarations(in: files).filter { !covered.contains($0.name) }
      .map { "\($0.file):\($0.line): \($0.name) is not in the catalogue" }
  }

  @Test("every public operator and source of the layers is in the catalogue")
  func everythingIsCovered() throws {
    for complaint in Self.missing(in: try Self.layers()) { Issue.record("\(complaint)") }
  }

  @Test("the catalogue names nothing that the layers do not declare")
  func nothingIsStale() throws {
    let declared = Set(Self.declarations(in: try Self.layers()).map(\.name))
    for subject in Subject.all {
      for name in subject.covers {
        #expect(declared.contains(name), "\(subject.name)")
      }
    }
    for name in Subject.exempt.keys { #expect(declared.contains(name), "an exemption") }
  }

  @Test("an operator that is added to a layer, and is missing from the catalogue, is reported")
  func addedOperators() throws {
    var files = try Self.layers()
    files["Modules/Operators/Filtering/Extra.swift"] = """
      extension Signal {
        /// public func commented() -> Signal<T, E>
        @preconcurrency
        @inlinable public func extra(_ f: @escaping @Sendable (T) -> Bool) -> Signal<T, E> { filter(f) }
        func hidden() -> Signal<T, E> { self }
        public var doubled: Signal<T, E> { self }
        public func other() -> Int { 1 }
      }

      @inlinable public func extra<T, E>(
        while f: @escaping @Sendable ((T, E)) -> Bool
      ) -> (Signal<T, E>) -> Signal<T, E> { { $0 } }
      """
    files["Modules/Promises/Extra.swift"] = """
      public final class Box<T: Sendable> {
        public func changes() -> Signal<T, NoError> { .never() }
      }
      """
    #expect(
      Self.missing(in: files) == [
        "Modules/Promises/Extra.swift:2: Box.changes() is not in the catalogue",
        "Modules/Operators/Filtering/Extra.swift:6: doubled is not in the catalogue",
        "Modules/Operators/Filtering/Extra.swift:4: extra(_:) is not in the catalogue",
        "Modules/Operators/Filtering/Extra.swift:10: extra(while:) is not in the catalogue",
      ])
  }

  @Test("what takes closures lets the tests into them")
  func closuresAreHooked() throws {
    for declaration in Self.declarations(in: try Self.layers())
    where declaration.takesClosure && Subject.exempt[declaration.name] == nil {
      let entries = Subject.all.filter { $0.facts.isDriven && $0.covers.contains(declaration.name) }
      let isGenerator = declaration.name == "init(_:)"
      #expect(
        isGenerator || entries.contains(where: callsHook),
        "no entry of \(declaration.name) runs context.hook in its closures")
    }
  }

  private func callsHook(_ subject: Subject) -> Bool {
    [Event.completed, .error(Failure())].contains { end in
      let bench = Bench(subject.contract, .own)
      let rig = bench.rig()
      rig.start { _ in }
      rig.put(.next(1), .next(2), end)
      bench.subscriptions.dispose()
      return rig.context.code.calls > 0
    }
  }
}
