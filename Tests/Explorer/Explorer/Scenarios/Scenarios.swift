import Schedule

let scenarios =
  deliveryScenarios + bindableScenarios + subjectScenarios + disposableScenarios + disposalScenarios + operatorScenarios
  + bridgeScenarios
