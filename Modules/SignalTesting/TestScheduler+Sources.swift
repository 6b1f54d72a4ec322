public import Signals

extension TestScheduler {
  /// A signal that plays a diagram each time it is started.
  ///
  /// - Parameters:
  ///   - marbles: The diagram; frame 0 is the moment of the start. See ``Marbles``.
  ///   - values: The values that the names in the diagram stand for.
  ///   - error: What `#` stands for.
  ///   - frame: Virtual seconds a frame: finite, and at least a nanosecond. Anything else stops the program.
  /// - Returns: The source; its `signal` is what to test with.
  /// - Throws: `Marbles.ParseError` if the diagram can't be read, or names a value that is not in the table.
  public func cold<T, E>(
    _ marbles: String, values: [Character: T], error: E, frame: Double = 1
  ) throws(Marbles.ParseError) -> TestSource<T, E> {
    TestSource(try script(marbles, values, error), isHot: false, scheduler: self, frame: frame)
  }

  /// A signal that plays a diagram each time it is started, and can't fail.
  ///
  /// - Parameters:
  ///   - marbles: The diagram; frame 0 is the moment of the start. See ``Marbles``.
  ///   - values: The values that the names in the diagram stand for.
  ///   - frame: Virtual seconds a frame: finite, and at least a nanosecond. Anything else stops the program.
  /// - Returns: The source; its `signal` is what to test with.
  /// - Throws: `Marbles.ParseError` if the diagram can't be read, or names a value that is not in the table.
  public func cold<T>(
    _ marbles: String, values: [Character: T], frame: Double = 1
  ) throws(Marbles.ParseError) -> TestSource<T, NoError> {
    TestSource(try script(marbles, values, nil), isHot: false, scheduler: self, frame: frame)
  }

  /// A signal of names that plays a diagram each time it is started.
  ///
  /// - Parameters:
  ///   - marbles: The diagram; its values are the names in it. Frame 0 is the moment of the start. See ``Marbles``.
  ///   - error: What `#` stands for.
  ///   - frame: Virtual seconds a frame: finite, and at least a nanosecond. Anything else stops the program.
  /// - Returns: The source; its `signal` is what to test with.
  /// - Throws: `Marbles.ParseError` if the diagram can't be read.
  public func cold<E>(
    _ marbles: String, error: E, frame: Double = 1
  ) throws(Marbles.ParseError) -> TestSource<String, E> {
    TestSource(try script(marbles, nil, error), isHot: false, scheduler: self, frame: frame)
  }

  /// A signal of names that plays a diagram each time it is started, and can't fail.
  ///
  /// - Parameters:
  ///   - marbles: The diagram; its values are the names in it. Frame 0 is the moment of the start. See ``Marbles``.
  ///   - frame: Virtual seconds a frame: finite, and at least a nanosecond. Anything else stops the program.
  /// - Returns: The source; its `signal` is what to test with.
  /// - Throws: `Marbles.ParseError` if the diagram can't be read.
  public func cold(
    _ marbles: String, frame: Double = 1
  ) throws(Marbles.ParseError) -> TestSource<String, NoError> {
    TestSource(try script(marbles, nil, nil), isHot: false, scheduler: self, frame: frame)
  }

  /// A signal that plays a diagram once, from now on, whether anybody listens or not.
  ///
  /// - Parameters:
  ///   - marbles: The diagram; `^` marks the present moment, and what stands before it is over. See ``Marbles``.
  ///   - values: The values that the names in the diagram stand for.
  ///   - error: What `#` stands for.
  ///   - frame: Virtual seconds a frame: finite, and at least a nanosecond. Anything else stops the program.
  /// - Returns: The source; keep it for as long as it is to play. Its `signal` is what to test with.
  /// - Throws: `Marbles.ParseError` if the diagram can't be read, or names a value that is not in the table.
  public func hot<T, E>(
    _ marbles: String, values: [Character: T], error: E, frame: Double = 1
  ) throws(Marbles.ParseError) -> TestSource<T, E> {
    TestSource(try script(marbles, values, error), isHot: true, scheduler: self, frame: frame)
  }

  /// A signal that plays a diagram once, from now on, and can't fail.
  ///
  /// - Parameters:
  ///   - marbles: The diagram; `^` marks the present moment, and what stands before it is over. See ``Marbles``.
  ///   - values: The values that the names in the diagram stand for.
  ///   - frame: Virtual seconds a frame: finite, and at least a nanosecond. Anything else stops the program.
  /// - Returns: The source; keep it for as long as it is to play. Its `signal` is what to test with.
  /// - Throws: `Marbles.ParseError` if the diagram can't be read, or names a value that is not in the table.
  public func hot<T>(
    _ marbles: String, values: [Character: T], frame: Double = 1
  ) throws(Marbles.ParseError) -> TestSource<T, NoError> {
    TestSource(try script(marbles, values, nil), isHot: true, scheduler: self, frame: frame)
  }

  /// A signal of names that plays a diagram once, from now on, and can't fail.
  ///
  /// - Parameters:
  ///   - marbles: The diagram; `^` marks the present moment, and what stands before it is over. See ``Marbles``.
  ///   - frame: Virtual seconds a frame: finite, and at least a nanosecond. Anything else stops the program.
  /// - Returns: The source; keep it for as long as it is to play. Its `signal` is what to test with.
  /// - Throws: `Marbles.ParseError` if the diagram can't be read.
  public func hot(
    _ marbles: String, frame: Double = 1
  ) throws(Marbles.ParseError) -> TestSource<String, NoError> {
    TestSource(try script(marbles, nil, nil), isHot: true, scheduler: self, frame: frame)
  }

  private func script<T, E>(
    _ text: String, _ values: [Character: T]?, _ error: E?
  ) throws(Marbles.ParseError) -> TestSource<T, E>.Script {
    let marbles = try Marbles(text)
    return TestSource.Script(
      events: try marbles.events(values: values, error: error, text: text), startFrame: marbles.startFrame)
  }
}

extension Marbles {
  /// The events that the diagram stands for.
  ///
  /// - Parameter values: Without a table, `T` is `String`, and a name is its own value.
  func events<T, E>(
    values: [Character: T]?, error: E?, text: String
  ) throws(ParseError) -> [(frame: Int, event: SignalEvent<T, E>)] {
    var events: [(frame: Int, event: SignalEvent<T, E>)] = []
    for moment in moments {
      switch moment.mark {
      case .value(let name):
        guard let value = values.map({ $0[name] }) ?? (String(name) as? T) else {
          throw missing("the table of values has no '\(name)'", symbol: name, in: text)
        }
        events.append((moment.frame, .next(value)))
      case .error:
        guard let error else {
          throw missing("'#' stands for no error here: give one as `error:`", symbol: "#", in: text)
        }
        events.append((moment.frame, .error(error)))
      case .completed:
        events.append((moment.frame, .completed))
      case .start, .disposal:
        break
      }
    }
    return events
  }

  private func missing(_ reason: String, symbol: Character, in text: String) -> ParseError {
    let column = text.firstIndex(of: symbol).map { text.distance(from: text.startIndex, to: $0) } ?? 0
    return ParseError(text: text, column: column + 1, reason: reason)
  }
}
