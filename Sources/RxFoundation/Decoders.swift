public import Foundation
public import RxCore

// With `decode(type:decoder:)`: `data.decode(type: User.self, decoder: JSONDecoder())`.

extension JSONDecoder: DataDecoder {}

extension PropertyListDecoder: DataDecoder {}
