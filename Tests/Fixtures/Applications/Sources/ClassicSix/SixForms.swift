import SignalKit

// Forms with values that are not Sendable, in Swift 6 mode: the compiler may warn of each, and has to accept it. What it does
// not accept is on the page "What the Compiler Says".

struct Contact {
  let peer: Peer
}

/// A list of values that are not Sendable, as a type of its own: of an array of them, the compiler makes an error.
struct Contacts {
  var peers: [Peer]
}

final class PeerKey: Hashable {
  static func == (lhs: PeerKey, rhs: PeerKey) -> Bool { return lhs === rhs }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

final class SixForms {
  let signal: Signal<Contacts, NoError> = .single(Contacts(peers: []))
  let promise = Promise<Contact>()
  let pipe = ValuePipe<Peer>()
  let multicast = Multicast<Peer>()
  let atomic = Atomic<Contacts>(value: Contacts(peers: []))
  let byKey = DisposableDict<PeerKey>()

  func useAtomic() throws -> Int {
    let _ = self.atomic.modify { Contacts(peers: $0.peers + [Peer(name: "Anna")]) }
    let count = self.atomic.with { $0.peers.count } + (try self.atomic.tryWith { $0.peers.count })
    let previous = self.atomic.swap(Contacts(peers: []))
    return count + previous.peers.count
  }

  func useDict() {
    self.byKey.set(EmptyDisposable, forKey: PeerKey())
    self.byKey.dispose()
  }

  func useSubscriber() -> Signal<Peer, NoError> {
    return Signal { subscriber in
      subscriber.keepAlive(Peer(name: "kept"))
      print(subscriber.description, subscriber.isActive)
      subscriber.putNext(Peer(name: "Ben"))
      subscriber.put(event: .completed)
      return EmptyDisposable
    }
  }

  func useOperators(_ peers: Signal<Peer, LoadError>) -> Signal<Peer, NoError> {
    return peers
      |> filter { !$0.name.isEmpty }
      |> map { Contact(peer: $0) }
      |> mapToSignal { contact -> Signal<Peer, LoadError> in .single(contact.peer) }
      |> beforeNext { $0.name += "!" }
      |> distinctUntilChanged(isEqual: { $0 === $1 })
      |> deliverOnMainQueue
      |> take(1)
      |> then(.complete())
      |> timeout(1.0, queue: Queue.mainQueue(), alternate: .never())
      |> `catch` { _ in .complete() }
  }

  func usePromises() {
    self.promise.set(.single(Contact(peer: Peer(name: "Carl"))))
    let _ = self.promise.get().start(next: { print($0.peer.name) })
    let _ = self.pipe.signal().start(next: { print($0.name) })
    self.pipe.putNext(Peer(name: "Dora"))
    let _ = self.multicast.get(key: "a", signal: useSubscriber())
    print(self.signal.description)
  }

  /// Mapped before they are combined.
  func combine() -> Signal<String, NoError> {
    return combineLatest(useSubscriber() |> map { $0.name }, self.signal |> map { $0.peers.count })
      |> map { "\($0) \($1)" }
  }
}
