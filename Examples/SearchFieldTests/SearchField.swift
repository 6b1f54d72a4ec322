import SignalKit

// snippet: search-field
/// The results for what is typed: asked for when the typing pauses, and only for the newest text.
func searchResults(
  for text: Signal<String, NoError>, on scheduler: any Scheduler,
  search: @escaping @Sendable (String) -> Signal<String, NoError>
) -> Signal<String, NoError> {
  text
    |> debounce(0.3, on: scheduler)
    |> distinctUntilChanged
    |> mapToSignal(search)
}
// end snippet
