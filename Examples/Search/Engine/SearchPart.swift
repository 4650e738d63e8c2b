/// What the readers have found since they last emitted.
struct SearchPart: Sendable {
  var hits: [Hit] = []
  /// How many files were searched, or could not be.
  var files = 0
  /// Files with a NUL byte near their beginning, whose contents were not searched.
  var binaryFiles = 0
  /// Files that cannot be read.
  var problems: [FileError] = []
  /// Whether the search is at its end.
  var isLast = false
}
