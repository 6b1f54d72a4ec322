/// The precedence of ``|>(_:_:)``: it binds tighter than arithmetic, and chains from left to right.
precedencegroup PipeRight {
  associativity: left
  higherThan: DefaultPrecedence
}

infix operator |> : PipeRight

/// Applies a function to a value: `value |> function` is `function(value)`.
///
/// With it, a chain of operators reads from top to bottom:
///
///     signal
///       |> map { $0 + 1 }
///       |> filter { $0 > 3 }
///
/// - Parameters:
///   - value: What is passed on, usually a signal.
///   - function: What is applied to it, usually what an operator's free function returns.
@inlinable
public func |> <T, U>(value: T, function: (T) -> U) -> U {
  function(value)
}

/// Returns what it is given: the function that changes nothing.
///
/// Use it where a function is asked for, as in `signal |> compactMap(identity)`.
///
/// - Parameter a: Anything.
/// - Returns: The same.
@inlinable
public func identity<A>(a: A) -> A { a }
