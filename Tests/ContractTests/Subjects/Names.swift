import Disposables
import SignalTesting
import Signals

typealias Item = ContractValue
typealias Failure = ContractError
typealias Event = ContractEvent
typealias Log = ContractLog
typealias Context = ContractContext

extension [Item] {
  /// The same values, all of which have been read.
  var allUsed: [Item] {
    read()
    return self
  }
}

extension Context {
  /// Some values.
  func items(_ count: Int) -> Signal<Item, Failure> {
    Signal { [self] subscriber in
      for number in 0..<count where subscriber.isActive { subscriber.putNext(value(number)) }
      subscriber.putCompletion()
      return EmptyDisposable
    }
  }
}

/// What a value becomes that can't be there.
@Sendable func impossible(_ never: Never) -> Item {}
