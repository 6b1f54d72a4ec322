/// Something that is not `Sendable`, on its way to the one place where it is used.
///
/// Whoever makes one says why no two threads use what is in it at a time.
struct Confined<Value>: @unchecked Sendable {
  // safe: one place alone uses it, as its maker says, and the closures that use it hold it
  let value: Value
}

/// An object that is not `Sendable`, held weakly, on its way to the one place where it is used.
///
/// Whoever makes one says why no two threads use the object at a time. Its `deinit` runs wherever its last owner lets
/// go.
struct ConfinedWeakly<Object: AnyObject>: @unchecked Sendable {
  // safe: one place alone uses it, as its maker says, and holds the object for as long as that takes
  weak let object: Object?
}
