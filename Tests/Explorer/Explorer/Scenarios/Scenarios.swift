import Schedule

let scenarios = deliveryScenarios
