import RxCore

extension OperatorCase {
  /// All operators, with all their closures.
  public static let all = families + [chain]

  private static let families =
    creating + transforming + filtering + combining + errorHandling + time + scheduling + connecting + utility + traits

  /// The operators to which the laws for an operator and its source apply. An operator with several sources is listed
  /// once for each source.
  public static let lawful = all.filter { !$0.traits.contains(.isComposite) } + positions

  private static let chain = OperatorCase("a chain of many", .isComposite) { setting in
    let names = [
      "map", "filter", "observe(on:)", "catch", "do", "share, twice", "flatMap, inner twice", "merge",
    ]
    return names.flatMap { name in families.filter { $0.description == name } }
      .reduce(setting.source) { source, operatorCase in
        operatorCase(
          Setting(
            source: source, other: setting.other, scheduler: setting.scheduler, span: setting.span,
            touch: setting.touch))
      }
  }
}
