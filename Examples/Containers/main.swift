// The small containers underneath: bags, which know their elements by an index, and a value with a lock.

import Collections
import Concurrency
import Dispatch

func fillBag() {
  print("== Bag ==")
  let observers = Bag<String>()
  let first = observers.add("table")
  let second = observers.add("chart")
  _ = observers.add("table")  // An equal element is one more element.
  print("all: \(observers.copyItems())")
  print("the second: \(observers.get(second) ?? "none")")

  observers.remove(first)
  print("without the first: \(observers.copyItems())")
  print("the first: \(observers.get(first) ?? "none")")

  for observer in observers { print("visits \(observer)") }
  observers.removeAll()
  print("empty: \(observers.isEmpty)")
}

func fillSparseBag() {
  print("== SparseBag ==")
  // Another name for the same type, in which removing is fast however many elements there are.
  let numbers = SparseBag<Int>()
  let indices = (1...100_000).map { numbers.add($0) }
  for (number, index) in zip(1..., indices) where number % 25_000 != 0 { numbers.remove(index) }
  print("left: \(Array(numbers))")
}

func countThings() {
  print("== CounterBag ==")
  let downloads = CounterBag()
  let first = downloads.add()
  let second = downloads.add()
  print("running: \(downloads.count)")
  downloads.remove(first)
  downloads.remove(first)  // It has ended already, so this counts nothing.
  print("running: \(downloads.count)")
  downloads.remove(second)
  print("idle: \(downloads.isEmpty)")
}

func shareValue() {
  print("== Atomic ==")
  let score = Atomic(value: 20)
  print("with: \(score.with { "\($0) points" })")  // Makes something of the value, which stays.
  print("modify: \(score.modify { $0 + 1 })")  // Replaces it, and returns the new one.
  print("swap: \(score.swap(5))")  // Replaces it, and returns the old one.
  print("now: \(score.with { $0 })")

  DispatchQueue.concurrentPerform(iterations: 8) { _ in
    for _ in 1...1_000 { score.modify { $0 + 1 } }
  }
  print("8 threads later: \(score.with { $0 })")
}

fillBag()
fillSparseBag()
countThings()
shareValue()
