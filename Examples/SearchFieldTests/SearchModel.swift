import Observation
import SignalKit

// snippet: model
@MainActor @Observable final class SearchModel {
  var text = ""
  var results = ""
  private var subscription: ScopedDisposable?

  /// Searches for what `text` is set to.
  ///
  /// - Parameters:
  ///   - scheduler: The main queue, or what stands for it in a test.
  ///   - search: Finds the results for a text.
  init(
    on scheduler: any Scheduler = .mainQueue(),
    search: @escaping @Sendable (String) -> Signal<String, NoError>
  ) {
    let texts = Signal.observing(self, \.text, onMain: scheduler)
    subscription = searchResults(for: texts, on: scheduler, search: search)
      .bind(to: self, \.results, onMain: scheduler)
      .asScoped()
  }
}
// end snippet
