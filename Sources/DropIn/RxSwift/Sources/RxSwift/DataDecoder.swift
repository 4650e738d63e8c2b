public import RxCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A type that decodes values from `Data`.
///
/// RxCore's protocol of this name has any type of data. As a type, it must be written with `any`; without it, the
/// compiler only warns about this one.
///
/// Semantics: RxSwift, DataDecoder.
public typealias DataDecoder = RxCore.DataDecoder<Data>
