import SignalKit

// snippet: steps
extension Signal where T == Int {
  /// Passes on a value when it is at least `size` away from the one that was passed on last.
  func steps(of size: Int) -> Signal<Int, E> {
    operate { downstream in
      let passed = SerialState<Int?>(nil)
      return Sink(
        next: { value in
          if let last = passed.value, abs(value - last) < size { return true }
          passed.value = value
          return downstream.next(value)
        },
        error: downstream.error,
        completed: downstream.completed)
    }
  }
}
// end snippet

// snippet: passing
extension Signal {
  /// Passes on the values that come while the newest value of another signal is `true`.
  func passing(while isOpen: Signal<Bool, E>) -> Signal<T, E> {
    .joining { downstream, inputs in
      let isPassing = SerialState(false)
      inputs.start(
        isOpen,
        Sink(
          next: {
            isPassing.value = $0
            return true
          },
          error: downstream.error,
          completed: {}))
      inputs.start(
        self,
        Sink(
          next: { isPassing.value ? downstream.next($0) : true },
          error: downstream.error,
          completed: downstream.completed))
    }
  }
}
// end snippet
