// swift-format-ignore-file
//
// Every module that is not optimised imports it. The real one holds code for the standard library's generic types, which
// nobody needs who does not link.
