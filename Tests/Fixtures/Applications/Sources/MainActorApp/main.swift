import SignalKit
print("x")
