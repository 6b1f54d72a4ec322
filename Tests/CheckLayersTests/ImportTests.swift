import Testing

@testable import check_layers

@Suite struct ImportTests {
  @Test(
    "every spelling of an import is read",
    arguments: [
      "import X",
      "public import X",
      "package import X",
      "internal import X",
      "fileprivate import X",
      "@testable import X",
      "@_exported public import X",
      "@_exported @preconcurrency public import X",
      "@preconcurrency import X",
      "@preconcurrency\npublic\nimport X",
      "@_spi(Testing) import X",
      "@_spi(Testing) @_exported import X",
      "import struct X.Y",
      "import func X.f",
      "import X.Y.Z",
      "import `X`",
      "import/* why */X",
      "import\n  X",
      "import X // why",
      "import X; let y = 1",
      "let y = 1; import X",
      "#if canImport(X)\n  import X\n#endif",
      "#if os(Linux)\n#else\nimport X\n#endif",
      "#!/usr/bin/swift\nimport X",
      "\u{FEFF}import X",
      "import X\r\n",
      "// a comment ends with the line\rimport X",
      "/* a comment /* in a comment */ ends with its own end */ import X",
    ])
  func spellings(source: String) throws {
    let imports = try Import.all(in: source)
    #expect(imports.map(\.module) == ["X"])
    #expect(imports.map(\.isReexport) == [source.contains("_exported")])
  }

  @Test(
    "what only looks like an import is none",
    arguments: [
      "// import X",
      "/* import X */",
      "/* /* */ import X */",
      "/// import X\nstruct S {}",
      #"let s = "import X""#,
      "let s = \"\"\"\n  import X\n  \"\"\"",
      "let s = \"\"\"\n  \"\" \\\"\"\" import X\n  \"\"\"",
      ##"let s = #"" import X "#"##,
      "let s = #\"\"\"#\nlet t = #\"import X\"#",
      "let s = ##\"\"\"\n \"\"\"# import X\n\"\"\"##",
      #"let s = "\(f("import X")) import X""#,
      ##"let s = #"\(import X \#(f("import X")) import X"#"##,
      "let s = \"\\({ /* \" */ \"}\" }()) import X\"",
      "let s = \"\\\\\" // import X",
      "let r = /import X/",
      "let r = #/ \" import X /#",
      "let r = ##/\n  \" import X /#\n/##",
      "func `import`() {}",
      "let s = Action.import",
      "func f(import x: Int) {}",
      "#if canImport(X)\n#endif",
    ])
  func decoys(source: String) throws {
    #expect(try Import.all(in: source) == [])
  }

  @Test(
    "an import behind something hard to read is found",
    arguments: [
      #"let s = "a \" b""#,
      #"let s = "\\""#,
      #"let s = """#,
      ###"let s = ##"a " "# b"##"###,
      #"let r = /"/"#,
      #"let r = /a\/*b/"#,
      #"let r = [/{/, /"""/]"#,
      "let half = (a + b)/2 // \"half\"",
      "let q = a / b // it's",
      "let q = a /* \" */ / b",
      ##"let s = "\(a + "\(b)" + #"\#(c)"#)""##,
      "let s = \"\"\"\n  \\(a) \"quoted\" \\\"\"\" {\n  \"\"\"",
    ])
  func afterHardTokens(source: String) throws {
    let imports = try Import.all(in: source + "\nimport X")
    #expect(imports.map(\.module) == ["X"])
  }

  @Test("an import is reported on its own line, whatever stands before")
  func lines() throws {
    let source = """
      /* one
         two */
      let s = \"""
        four
        \"""
      import A

      import B
      """
    #expect(try Import.all(in: source).map(\.line) == [6, 8])
  }

  @Test(
    "a file that cannot be read is refused, so that no import hides behind a mistake",
    arguments: [
      ("\n/* import X", 2, "a comment is not closed"),
      ("\nlet s = \"", 2, "a string is not closed"),
      ("\nlet s = \"\"\"\nimport X", 2, "a string is not closed"),
      ("\nlet r = #/\nimport X", 2, "a regular expression is not closed"),
      ("let s = \"\\(\"\nimport X", 1, "a string is not closed"),
      ("func f() {\nimport X", 1, "a bracket is not closed"),
      ("\n}\nimport X", 2, "'}' closes nothing"),
      ("\nimport", 2, "an import names no module"),
    ])
  func unreadable(source: String, line: Int, reason: String) {
    #expect(throws: SwiftLexer.Unreadable(line: line, reason: reason)) { try Import.all(in: source) }
  }
}
