// `observe` is Foundation's where there is Objective-C; here it is that of the stand-in. Without the feature MemberImportVisibility an
// import in one file is one for all.
internal import ObjectiveC
