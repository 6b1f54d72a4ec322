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

    Specification("timer", ".timer(2, on: scheduler)", "--0-1-2-!") { stage in
      Signal<Int, Failure>.timer(2, on: stage.scheduler)
    }

    Specification("timer", ".timer(after: 2, on: scheduler)", "--(0|)") { stage in
      Signal<Int, Failure>.timer(after: 2, on: stage.scheduler)
    }

    Specification("interval", ".interval(2, on: scheduler)", "--0-1-2-!") { stage in
      Signal<Int, Failure>.interval(2, on: stage.scheduler)
    }
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

    Specification(
      "Multicast.get",
      inputs: ["-a-b-c-d-|"],
      "multicast.get(key: \"page\", signal: signal)",
      "----^c-d-|"
    ) { stage in
      let multicast = Multicast<String>()
      return stage.afterAnother(multicast.get(key: "page", signal: infallible(stage.letters(0))))
    }
  }
}

/// For an input that does not fail.
func infallible<T: Sendable>(_ signal: Signal<T, Failure>) -> Signal<T, NoError> {
  Signal { subscriber in
    signal.start(next: { subscriber.putNext($0) }, completed: { subscriber.putCompletion() })
  }
}
