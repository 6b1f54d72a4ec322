import SignalKit
import SignalTesting

struct Failure: Error, Equatable {}

/// A suite whose tests run in virtual time; a frame is a second.
protocol RowSuite {
  var queue: TestScheduler { get }
}

extension RowSuite {
  /// A signal of letters, which plays from its start on.
  func letters(_ marbles: String) throws -> Signal<String, NoError> {
    try queue.cold(marbles).signal
  }

  /// A signal of letters that may fail.
  func failing(_ marbles: String) throws -> Signal<String, Failure> {
    try queue.cold(marbles, error: Failure()).signal
  }

  /// A signal of the digits in a diagram, as numbers.
  func numbers(_ marbles: String) throws -> Signal<Int, NoError> {
    try letters(marbles).compactMap { Int($0) }
  }
}

/// What the names in diagrams of numbers stand for.
let digits: [Character: Int] = Dictionary(
  uniqueKeysWithValues: (0...9).map { (Character(String($0)), $0) })
