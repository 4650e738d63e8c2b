@_exported public import RxTesting
