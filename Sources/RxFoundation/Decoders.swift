public import Foundation
public import RxCore

// For `decode(type:decoder:)`, as in `data.decode(type: User.self, decoder: JSONDecoder())`.

extension JSONDecoder: DataDecoder {}

extension PropertyListDecoder: DataDecoder {}
