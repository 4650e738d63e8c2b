/// The input if no file is named and nothing is piped into the program.
///
/// Christina Rossetti, "Who Has Seen the Wind?" (1872).
let sampleText = """
  Who has seen the wind?
  Neither I nor you:
  But when the leaves hang trembling,
  The wind is passing through.
  Who has seen the wind?
  Neither you nor I:
  But when the trees bow down their heads,
  The wind is passing by.

  """
