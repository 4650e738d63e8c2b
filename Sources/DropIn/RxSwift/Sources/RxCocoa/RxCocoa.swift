@_exported public import RxCore
@_exported public import RxFoundation
