package import SignalTesting

#if canImport(Glibc)
  import Glibc
#endif

extension Lives {
  /// A new one, where what is read of freed memory is nonsense from now on, instead of what it was.
  package static func amongScribbles() -> Lives {
    scribbling
    return Lives()
  }
}

private let scribbling: Void = {
  #if canImport(Glibc)
    typealias Mallopt = @convention(c) (_ parameter: Int32, _ value: Int32) -> Int32
    let perturb: Int32 = -6  // M_PERTURB; its header is not imported
    guard let symbol = dlsym(nil, "mallopt") else { return }
    _ = unsafeBitCast(symbol, to: Mallopt.self)(perturb, 0x5A)
  #endif
}()
