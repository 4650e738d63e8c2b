import OperatorTable

/// The name by which `DisposalTests` call an operator of the table.
typealias Stage = OperatorCase
