/// A reader's results since its last emission.
struct SearchPart: Sendable {
  var hits: [Hit] = []
  /// The number of files processed, whether readable or not.
  var files = 0
  /// The number of files with a NUL byte near their beginning, whose contents were not searched.
  var binaryFiles = 0
  /// The files that could not be read.
  var problems: [FileError] = []
  /// Whether the search is complete.
  var isLast = false
}
