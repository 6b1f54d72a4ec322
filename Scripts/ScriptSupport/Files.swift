package import Foundation

/// Text files by their path from the package's folder.
package typealias Files = [String: String]

extension Files {
  /// Reads the files in a folder and in the folders inside it; nothing if there is no such folder.
  ///
  /// - Parameters:
  ///   - folder: Where to look, from `root`.
  ///   - root: What the paths start from.
  ///   - isIncluded: Which paths to read.
  package static func read(
    _ folder: String, in root: URL, where isIncluded: (String) -> Bool
  ) throws -> Files {
    var files: Files = [:]
    let names = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
    while let name = names?.nextObject() as? String {
      let path = "\(folder)/\(name)"
      if isIncluded(path) { files[path] = try read(path, in: root) }
    }
    return files
  }

  /// Reads one file.
  package static func read(_ path: String, in root: URL) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
