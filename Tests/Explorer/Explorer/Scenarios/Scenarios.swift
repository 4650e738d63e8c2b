import Schedule

let scenarios =
  deliveryScenarios + bindableScenarios + subjectScenarios + disposableScenarios + operatorScenarios + bridgeScenarios + attackScenarios
