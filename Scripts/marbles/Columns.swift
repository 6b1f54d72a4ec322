/// Where on the paper each frame is, for all lines alike.
///
/// Frames are equally wide as far as possible; around a long value they are wider.
struct Columns {
  private(set) var positions: [Double]

  /// A demand of two things on one line.
  struct Distance {
    var from: Int
    var to: Int
    var atLeast: Double
  }

  /// - Parameters:
  ///   - count: How many frames.
  ///   - width: The least width of a frame.
  ///   - distances: What has to be kept between two frames.
  init(count: Int, width: Double, distances: [Distance]) {
    let steepest = distances.map { $0.atLeast / Double($0.to - $0.from) }.max() ?? 0
    let common = min(max(width, steepest), width * 1.5)
    var widths = Array(repeating: common, count: max(0, count - 1))
    let order = distances.sorted { ($0.to - $0.from, $0.from, $0.to) < ($1.to - $1.from, $1.from, $1.to) }
    for distance in order {
      let missing = distance.atLeast - widths[distance.from..<distance.to].reduce(0, +)
      guard missing > 0 else { continue }
      for frame in distance.from..<distance.to {
        widths[frame] += missing / Double(distance.to - distance.from)
      }
    }
    positions = widths.reduce(into: [0]) { positions, width in
      positions.append(positions[positions.count - 1] + width)
    }
  }

  /// Moves all frames to the right.
  mutating func shift(by distance: Double) {
    for index in positions.indices { positions[index] += distance }
  }

  /// Makes all frames wider, so that they fill the room that is there anyway.
  mutating func widen(by room: Double) {
    guard room > 0, positions.count > 1 else { return }
    for index in positions.indices { positions[index] += room * Double(index) / Double(positions.count - 1) }
  }

  subscript(frame: Int) -> Double { positions[min(max(0, frame), positions.count - 1)] }
}
