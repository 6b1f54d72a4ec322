@_exported public import Disposables
@_exported public import Collections
@_exported public import Concurrency
@_exported public import Signals
@_exported public import Promises
@_exported public import Operators
