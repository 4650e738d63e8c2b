public import RxCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import struct Foundation.Data
#endif

/// A type that decodes values from `Data`.
///
/// RxCore's protocol of this name leaves the type of the data open, so it is not a type without `any`. With this name,
/// the compiler only warns if `any` is missing.
///
/// Semantics: RxSwift, DataDecoder.
public typealias DataDecoder = RxCore.DataDecoder<Data>
