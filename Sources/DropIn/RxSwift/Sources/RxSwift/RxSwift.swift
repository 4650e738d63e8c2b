@_exported public import RxCore
