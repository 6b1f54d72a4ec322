package import Foundation

/// Text files by their path from the package's folder.
package typealias Files = [String: String]

extension Files {
  /// Reads the files in a folder and in the folders inside it; nothing if there is no such folder.
  ///
  /// As SwiftPM does, it follows links, and leaves out what has a name that begins with a dot, and links that lead nowhere.
  ///
  /// - Parameters:
  ///   - folder: Where to look, from `root`.
  ///   - root: What the paths start from.
  ///   - isIncluded: Which paths to read.
  package static func read(
    _ folder: String, in root: URL, where isIncluded: (String) -> Bool
  ) throws -> Files {
    var files: Files = [:]
    // A link may lead to a folder that it lies in.
    var open: Set<URL> = []

    func visit(_ folder: String) throws {
      let real = root.appending(path: folder).resolvingSymlinksInPath().standardizedFileURL
      guard open.insert(real).inserted else { return }
      defer { open.remove(real) }
      for name in try FileManager.default.contentsOfDirectory(atPath: real.path) where !name.hasPrefix(".") {
        let path = "\(folder)/\(name)"
        switch isFolder(path) {
        case true?: try visit(path)
        case false?: if isIncluded(path) { files[path] = try read(path, in: root) }
        case nil: break
        }
      }
    }

    func isFolder(_ path: String) -> Bool? {
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(
        atPath: root.appending(path: path).path, isDirectory: &isFolder)
      return exists ? isFolder.boolValue : nil
    }

    if isFolder(folder) == true { try visit(folder) }
    return files
  }

  /// Reads one file.
  package static func read(_ path: String, in root: URL) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
