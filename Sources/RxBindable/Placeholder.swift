// The bridge between BindableKit and RxCore.
