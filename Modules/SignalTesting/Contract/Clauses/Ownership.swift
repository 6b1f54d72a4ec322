internal import Disposables
internal import Signals

// Numbers are never freed, and what is freed mostly still looks as it did. Here every value knows whether it is alive, on every
// input, and every input is the first to end.

extension Clause {
  package static let ownership = Clause(
    "a value is alive wherever it is read, and freed once, whichever input ends first"
  ) { _, bench in
    for scene in Scene.all {
      var input = 0
      while bench.play(scene, endingFirst: input), input < Scene.limit { input += 1 }
    }
  }
}

/// In which order the inputs send and end.
private struct Scene {
  /// How many inputs, and how many values, are enough.
  static let limit = 6

  /// The first input ends by an error.
  let isError: Bool
  /// The others have sent before.
  let othersSendBefore: Bool
  /// The others end one after another, and send between; or all are disposed of.
  let othersEnd: Bool

  static var all: [Scene] {
    [false, true].flatMap { isError in
      [false, true].flatMap { othersSendBefore in
        [false, true].map { othersEnd in
          Scene(isError: isError, othersSendBefore: othersSendBefore, othersEnd: othersEnd)
        }
      }
    }
  }

  var name: String {
    """
    with \(isError ? "an error" : "a completion") \(othersSendBefore ? "after" : "before") values of the others, \
    then \(othersEnd ? "their ends" : "a disposal")
    """
  }
}

extension Bench {
  /// Plays a scene, and looks what has become of the values.
  ///
  /// - Parameter first: The input that ends first: the source is 0.
  /// - Returns: Whether there is such an input.
  fileprivate func play(_ scene: Scene, endingFirst first: Int) -> Bool {
    let lives = Lives()
    let isThere = play(scene, endingFirst: first, rig(lives))
    expect(lives.faults, is: [], "what happened to values, input \(first) \(scene.name)")
    expect(lives.alive, is: 0, "values that are alive when all is gone, input \(first) \(scene.name)")
    return isThere
  }

  private func play(_ scene: Scene, endingFirst first: Int, _ rig: Rig) -> Bool {
    let context = rig.context
    @Sendable func read(_ event: ContractEvent) {
      if case .next(let item) = event { _ = item.number }
    }
    func send(fromSource: Bool = true, but silent: Int? = nil) {
      if fromSource { rig.put(.next(context.value(1))) }
      for number in context.runningInputs.prefix(Scene.limit) where number != silent {
        context.sendOne(from: number)
        context.settle()
      }
    }

    let early = rig.start(read)
    // What goes on without its listeners has two.
    let late = rig.facts.isHot || rig.facts.isFixed ? rig.start(read) : early
    defer {
      early.dispose()
      late.dispose()
    }
    if scene.othersSendBefore { send(fromSource: first != 0) }

    var ended: Int?
    if first == 0 {
      rig.put(.next(context.value(1)))
      rig.putAlone(scene.isError ? .error(ContractError()) : .completed)
    } else {
      guard let number = context.runningInputs.dropFirst(first - 1).first else { return false }
      ended = number
      context.sendOne(from: number)
      guard context.end(number, byError: scene.isError) else { return true }
    }
    context.settle()
    for _ in 1...2 { send(fromSource: first != 0, but: ended) }
    if late !== early { early.dispose() }
    send(fromSource: first != 0, but: ended)
    guard scene.othersEnd else { return true }

    for _ in 0..<Scene.limit {
      guard let next = context.runningInputs.first(where: { $0 != ended }) else { break }
      _ = context.end(next, byError: false)
      context.settle()
      send(fromSource: first != 0, but: ended)
    }
    rig.put(.completed)
    return true
  }
}
