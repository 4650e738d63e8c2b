/// Searches names and contents of files as the user types, or once on the command line.
@main
enum Search {
  static func main() async {
  }
}
