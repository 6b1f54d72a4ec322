// `import SignalKit` brings every layer. To depend on less, import the layers by name.

@_exported public import Bridges
@_exported public import Collections
@_exported public import Concurrency
@_exported public import Disposables
@_exported public import Operators
@_exported public import Promises
@_exported public import Signals
