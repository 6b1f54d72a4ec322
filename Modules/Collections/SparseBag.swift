/// SwiftSignalKit's name for a bag whose removal stays fast when it is large: here every ``Bag`` is one.
///
/// Use ``Bag`` in new code. SwiftSignalKit's `SparseBag` iterates in no particular order; this one iterates in the
/// order of adding.
public typealias SparseBag<T> = Bag<T>
