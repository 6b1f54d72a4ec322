import Foundation
import ScriptSupport

/// Builds the site of the documentation, and checks it.
///
/// `swift run documentation [--package-path <folder>] [--output <folder>] [--base-path <path>] [--serve <port>]`. With `--serve` it
/// shows the site to this machine's browsers until it is stopped. The base path is where the site will stand on its server, `/` unless
/// it is given. Nothing is fetched.
@main
enum Documentation {
  static func main() {
    exit(run(Array(CommandLine.arguments.dropFirst())))
  }

  static func run(_ arguments: [String]) -> Int32 {
    Tool.run(arguments, flags: [], options: ["--output", "--base-path", "--serve"]) { given in
      let output =
        given.options["--output"].map { URL(filePath: $0) }
        ?? given.folder.appending(path: ".build-documentation/site")
      let basePath = given.options["--base-path"] ?? "/"
      let port = try given.options["--serve"].map { text in
        guard let port = UInt16(text) else {
          throw Tool.Failure("'\(text)' is no port: it is a number below 65536")
        }
        guard basePath == "/" else {
          throw Tool.Failure("a site with a base path is served by the server that has the path")
        }
        return port
      }
      let site = try SiteBuilder(packageIn: given.folder).build(at: output, basePath: basePath)
      let violations = try site.violations()
      Tool.say("\(site.pages.count) pages in \(output.path)")
      if violations.isEmpty, let port { try Server(folder: output, port: port).run() }
      return violations
    }
  }
}
