import Concurrency
import Disposables
import Interleaving
import Operators
import Promises
import Signals

func containerPrograms() {
  scenario("ThreadPool: two queues, cancel, the pool goes away", 3) {
    let pool = Cell<ThreadPool?>(ThreadPool(threadCount: 1, threadPriority: 0.5))
    let ran = Cell<[Int]>([])
    let freed = Cell(0)
    let queue = pool.v?.nextQueue()
    let memory = Plain("what the tasks of one queue share")
    func task(_ number: Int) -> ThreadPoolTask {
      let canary = Canary { freed.v += 1 }
      return ThreadPoolTask { _ in
        canary.sing()
        memory.write()
        ran.v += [number]
      }
    }
    let tasks = Cell([task(1), task(2), task(3)])
    let cancelled = tasks.v[2]
    return (
      [
        {
          queue?.addTask(tasks.v[0])
          queue?.addTask(tasks.v[1])
          queue?.addTask(tasks.v[2])
          tasks.v = []
          pool.v = nil
        },
        { Explorer.current.runDetached() },
        { cancelled.cancel() },
      ],
      {
        fails(
          want(Array(ran.v.prefix(2)) == [1, 2], "ran \(ran.v)"), want(ran.v.count <= 3, "ran \(ran.v)"),
          want(freed.v >= 1, "freed \(freed.v)"))
      }
    )
  }
  scenario("ThreadPool: two threads serve two queues", 3) {
    let pool = Cell<ThreadPool?>(ThreadPool(threadCount: 2, threadPriority: 0.5))
    let ran = Cell<[Int]>([])
    let first = pool.v?.nextQueue()
    let memory = Plain("what the tasks of one queue share")
    return (
      [
        {
          first?.addTask(
            ThreadPoolTask { _ in
              memory.write()
              ran.v += [1]
            })
          first?.addTask(
            ThreadPoolTask { _ in
              memory.write()
              ran.v += [2]
            })
          pool.v?.addTask(ThreadPoolTask { _ in ran.v += [101] })
          pool.v = nil
        },
        { Explorer.current.runDetached() },
        { Explorer.current.runDetached() },
      ],
      {
        fails(
          want(ran.v.count == 3, "ran \(ran.v)"), want(ran.v.filter { $0 < 100 } == [1, 2], "ran \(ran.v)"))
      }
    )
  }
  scenario("DisposableSet: two threads dispose and then send", 2) {
    let w = Watch()
    let pipe = ValuePipe<Int>()
    let set = DisposableSet()
    set.add(pipe.signal().watch(w))
    set.add(pipe.signal().map { $0 }.watch(w))
    let ends: (Int) -> () -> Void = { value in
      {
        set.dispose()
        w.disposedHere()
        pipe.putNext(value)
      }
    }
    return ([ends(101), ends(201)], { w.fault })
  }
  scenario("MetaDisposable: two threads replace a subscription, another sends", 3) {
    let watches = [Watch(), Watch(), Watch()]
    let pipe = ValuePipe<Int>()
    let meta = MetaDisposable(pipe.signal().watch(watches[0]))
    return (
      [
        { meta.set(pipe.signal().watch(watches[1])) }, { meta.set(pipe.signal().watch(watches[2])) },
        { pipe.putNext(101) },
      ],
      {
        pipe.putNext(301)
        let active = watches.filter { $0.values.last == 301 }.count
        meta.dispose()
        pipe.putNext(401)
        let late = watches.filter { $0.values.last == 401 }.count
        return fails(
          watches[0].fault, watches[1].fault, watches[2].fault, want(active == 1, "\(active) are active"),
          want(late == 0, "\(late) outlive the disposal"))
      }
    )
  }
  scenario("ScopedDisposable goes away while another sends", 2) {
    let w = Watch()
    let pipe = ValuePipe<Int>()
    let scoped = Cell<ScopedDisposable?>(pipe.signal().watch(w).asScoped())
    return (
      [{ scoped.v = nil }, { pipe.putNext(101) }],
      {
        let before = w.values.count
        pipe.putNext(201)
        return fails(w.fault, want(w.values.count == before, "it outlives its scope"))
      }
    )
  }
}
