@_exported import SignalKit
