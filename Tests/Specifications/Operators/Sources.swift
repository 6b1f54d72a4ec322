internal import Promises
internal import Signals

extension Specification {
  @SpecificationList static var sources: [Specification] {
    Specification("single", ".single(a)", "(a|)") { _ in Signal<String, Failure>.single("a") }

    Specification("complete", ".complete()", "|") { _ in Signal<String, Failure>.complete() }

    Specification("fail", ".fail(error)", "#") { _ in Signal<String, Failure>.fail(Failure()) }

    Specification("never", ".never()", "---------") { _ in Signal<String, Failure>.never() }

    Specification(
      "sequence",
      ".sequence([a, b, c])",
      "(abc|)"
    ) { _ in Signal<String, Failure>.sequence(["a", "b", "c"]) }

    Specification(
      "deferred", inputs: ["-a-b-|"],
      "deferred { signal }",
      "-a-b-|"
    ) { stage in deferred { stage.letters(0) } }
  }

  @SpecificationList static var promises: [Specification] {
    Specification(
      "Promise.get",
      inputs: ["-a--b-----c-|"],
      "promise.set(…); promise.get()",
      "-----(^b)-c--"
    ) { stage in
      let promise = Promise<String>()
      promise.set(infallible(stage.letters(0)))
      return promise.get()
    }

    Specification(
      "ValuePromise.get",
      inputs: ["a--b------c-d-"],
      "promise.set(…); promise.get()",
      "-----(^b)-c-d-"
    ) { stage in
      let promise = ValuePromise<String>()
      stage.feed(0) { promise.set($0) }
      return promise.get()
    }

    Specification(
      "ValuePipe.signal",
      inputs: ["-a-b-c-d-"],
      "pipe.putNext(…); pipe.signal()",
      "----^c-d-"
    ) { stage in
      let pipe = ValuePipe<String>()
      stage.feed(0) { pipe.putNext($0) }
      return pipe.signal()
    }
  }
}

/// For an input that does not fail.
private func infallible<T: Sendable>(_ signal: Signal<T, Failure>) -> Signal<T, NoError> {
  Signal { subscriber in
    signal.start(next: { subscriber.putNext($0) }, completed: { subscriber.putCompletion() })
  }
}
