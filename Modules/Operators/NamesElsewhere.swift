public import Disposables
public import Signals

// Names that other libraries have. They can't be called: the compiler says what stands for them here.

extension Signal {
  /// RxSwift's way to start a signal; see `start(next:error:completed:)`.
  @available(*, unavailable, message: "use start(next:error:completed:)")
  @discardableResult
  public func subscribe(
    onNext: ((T) -> Void)? = nil, onError: ((E) -> Void)? = nil, onCompleted: (() -> Void)? = nil,
    onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    EmptyDisposable
  }

  /// Combine's way to start a signal; see `start(next:error:completed:)`.
  @available(*, unavailable, message: "use start(next:), and asScoped() to end it with its owner")
  @discardableResult
  public func sink(receiveValue: (T) -> Void) -> any Disposable { EmptyDisposable }

  /// Combine's way to start a signal; see `start(next:error:completed:)`.
  @available(
    *, unavailable, message: "use start(next:error:completed:), and asScoped() to end it with its owner"
  )
  @discardableResult
  public func sink<Completion>(receiveCompletion: (Completion) -> Void, receiveValue: (T) -> Void)
    -> any Disposable
  {
    EmptyDisposable
  }

  /// ReactiveSwift's way to start a signal; see `start(next:error:completed:)`.
  @available(*, unavailable, message: "use start(next:)")
  @discardableResult
  public func startWithValues(_ next: (T) -> Void) -> any Disposable { EmptyDisposable }

  /// RxSwift's and Combine's name of ``mapToMerged(maxConcurrent:_:)``.
  @available(
    *, unavailable,
    message:
      "use mapToSignal for the newest signal only, mapToQueue for one after another, mapToMerged for all"
  )
  public func flatMap<R: Sendable>(_ f: (T) -> Signal<R, E>) -> Signal<R, E> { .complete() }

  /// RxSwift's name of ``mapToSignal(_:)``.
  @available(*, unavailable, renamed: "mapToSignal(_:)")
  public func flatMapLatest<R: Sendable>(_ f: (T) -> Signal<R, E>) -> Signal<R, E> { .complete() }

  /// RxSwift's and ReactiveSwift's name of `deliverOn`.
  @available(*, unavailable, message: "use deliverOn with a Queue, or deliverOnMainQueue")
  public func observe<Context>(on context: Context) -> Signal { self }

  /// Combine's name of `deliverOn`.
  @available(*, unavailable, message: "use deliverOn with a Queue, or deliverOnMainQueue")
  public func receive<Context>(on context: Context) -> Signal { self }

  /// Combine's name of `distinctUntilChanged`.
  @available(*, unavailable, message: "use distinctUntilChanged")
  public func removeDuplicates() -> Signal { self }
}
