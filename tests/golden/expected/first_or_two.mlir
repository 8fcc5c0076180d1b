module {
  llvm.func @pyasc_kernel_checked(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: !llvm.ptr, %arg3: !llvm.ptr, %arg4: !llvm.ptr) -> i32 {
    %c1_i64 = arith.constant 1 : i64
    %0 = llvm.alloca %c1_i64 x i32 : (i64) -> !llvm.ptr
    %1 = llvm.mlir.zero : i32
    llvm.store %1, %0 : i32, !llvm.ptr
    %c1_i64_0 = arith.constant 1 : i64
    %2 = llvm.alloca %c1_i64_0 x i64 : (i64) -> !llvm.ptr
    %3 = llvm.mlir.zero : i64
    llvm.store %3, %2 : i64, !llvm.ptr
    %c1_i64_1 = arith.constant 1 : i64
    %4 = llvm.alloca %c1_i64_1 x f32 : (i64) -> !llvm.ptr
    %5 = llvm.mlir.zero : f32
    llvm.store %5, %4 : f32, !llvm.ptr
    %c1_i64_2 = arith.constant 1 : i64
    %6 = llvm.alloca %c1_i64_2 x i32 : (i64) -> !llvm.ptr
    %7 = llvm.mlir.zero : i32
    llvm.store %7, %6 : i32, !llvm.ptr
    %c1_i64_3 = arith.constant 1 : i64
    %8 = llvm.alloca %c1_i64_3 x f32 : (i64) -> !llvm.ptr
    %9 = llvm.mlir.zero : f32
    llvm.store %9, %8 : f32, !llvm.ptr
    %c1_i64_4 = arith.constant 1 : i64
    %10 = llvm.alloca %c1_i64_4 x i64 : (i64) -> !llvm.ptr
    %11 = llvm.mlir.zero : i64
    llvm.store %11, %10 : i64, !llvm.ptr
    %c1_i64_5 = arith.constant 1 : i64
    %12 = llvm.alloca %c1_i64_5 x i32 : (i64) -> !llvm.ptr
    %13 = llvm.mlir.zero : i32
    llvm.store %13, %12 : i32, !llvm.ptr
    %14 = llvm.mlir.zero : !llvm.ptr
    %15 = llvm.getelementptr inbounds %arg0[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %16 = llvm.load %15 : !llvm.ptr -> !llvm.ptr
    %17 = llvm.getelementptr inbounds %arg0[56] : (!llvm.ptr) -> !llvm.ptr, i8
    %18 = llvm.load %17 : !llvm.ptr -> !llvm.ptr
    %19 = llvm.load %arg1 : !llvm.ptr -> !llvm.ptr
    %20 = llvm.getelementptr inbounds %arg1[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %21 = llvm.load %20 : !llvm.ptr -> !llvm.ptr
    %22 = llvm.getelementptr inbounds %arg1[16] : (!llvm.ptr) -> !llvm.ptr, i8
    %23 = llvm.load %22 : !llvm.ptr -> !llvm.ptr
    %24 = llvm.load %21 : !llvm.ptr -> i64
    %25 = llvm.load %23 : !llvm.ptr -> i64
    %26 = llvm.getelementptr inbounds %arg1[24] : (!llvm.ptr) -> !llvm.ptr, i8
    %27 = llvm.load %26 : !llvm.ptr -> !llvm.ptr
    %28 = llvm.getelementptr inbounds %26[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %29 = llvm.load %28 : !llvm.ptr -> !llvm.ptr
    %30 = llvm.getelementptr inbounds %26[16] : (!llvm.ptr) -> !llvm.ptr, i8
    %31 = llvm.load %30 : !llvm.ptr -> !llvm.ptr
    %32 = llvm.load %29 : !llvm.ptr -> i64
    %33 = llvm.load %31 : !llvm.ptr -> i64
    %c0_i32 = arith.constant 0 : i32
    llvm.store %c0_i32, %0 : i32, !llvm.ptr
    %c4_i64 = arith.constant 4 : i64
    %c8_i64 = arith.constant 8 : i64
    %c1_i32 = arith.constant 1 : i32
    llvm.store %c1_i32, %0 : i32, !llvm.ptr
    %c0_i64 = arith.constant 0 : i64
    llvm.store %c0_i64, %2 : i64, !llvm.ptr
    %c0_i64_6 = arith.constant 0 : i64
    %34 = arith.muli %c0_i64_6, %c4_i64 : i64
    %35 = llvm.getelementptr %19[%34] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %36 = llvm.load %35 : !llvm.ptr -> f32
    %cst = arith.constant 1.000000e+00 : f32
    %37 = arith.cmpf olt, %cst, %36 : f32
    llvm.cond_br %37, ^bb2, ^bb3
  ^bb1:  // no predecessors
    %c2_i32 = arith.constant 2 : i32
    llvm.return %c2_i32 : i32
  ^bb2:  // pred: ^bb0
    %c0_i64_7 = arith.constant 0 : i64
    %38 = arith.muli %c0_i64_7, %c4_i64 : i64
    %39 = llvm.getelementptr %19[%38] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %40 = llvm.load %39 : !llvm.ptr -> f32
    %c2_i32_8 = arith.constant 2 : i32
    llvm.store %c2_i32_8, %0 : i32, !llvm.ptr
    llvm.store %40, %4 : f32, !llvm.ptr
    llvm.br ^bb4
  ^bb3:  // pred: ^bb0
    llvm.br ^bb4
  ^bb4:  // 2 preds: ^bb2, ^bb3
    %41 = llvm.load %0 : !llvm.ptr -> i32
    %42 = llvm.load %4 : !llvm.ptr -> f32
    %c2_i32_9 = arith.constant 2 : i32
    %43 = llvm.icmp "eq" %41, %c2_i32_9 : i32
    llvm.cond_br %43, ^bb5, ^bb6
  ^bb5:  // pred: ^bb4
    %cst_10 = arith.constant 2.000000e+00 : f32
    %44 = arith.mulf %42, %cst_10 : f32
    %c0_i32_11 = arith.constant 0 : i32
    llvm.store %c0_i32_11, %6 : i32, !llvm.ptr
    llvm.store %44, %8 : f32, !llvm.ptr
    llvm.br ^bb7
  ^bb6:  // pred: ^bb4
    %c1_i32_12 = arith.constant 1 : i32
    llvm.store %c1_i32_12, %6 : i32, !llvm.ptr
    %c0_i64_13 = arith.constant 0 : i64
    llvm.store %c0_i64_13, %10 : i64, !llvm.ptr
    llvm.br ^bb7
  ^bb7:  // 2 preds: ^bb5, ^bb6
    %45 = llvm.load %6 : !llvm.ptr -> i32
    %46 = llvm.load %8 : !llvm.ptr -> f32
    %c0_i32_14 = arith.constant 0 : i32
    %47 = llvm.icmp "eq" %45, %c0_i32_14 : i32
    llvm.cond_br %47, ^bb8, ^bb9
  ^bb8:  // pred: ^bb7
    %c0_i64_15 = arith.constant 0 : i64
    %48 = arith.muli %c0_i64_15, %c8_i64 : i64
    %49 = llvm.getelementptr %27[%48] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %50 = arith.extf %46 : f32 to f64
    llvm.store %50, %49 : f64, !llvm.ptr
    %c0_i32_16 = arith.constant 0 : i32
    llvm.store %c0_i32_16, %12 : i32, !llvm.ptr
    llvm.br ^bb10
  ^bb9:  // pred: ^bb7
    %c0_i64_17 = arith.constant 0 : i64
    %51 = arith.muli %c0_i64_17, %c8_i64 : i64
    %52 = llvm.getelementptr %27[%51] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %cst_18 = arith.constant 0.000000e+00 : f64
    llvm.store %cst_18, %52 : f64, !llvm.ptr
    %c0_i32_19 = arith.constant 0 : i32
    llvm.store %c0_i32_19, %12 : i32, !llvm.ptr
    llvm.br ^bb10
  ^bb10:  // 2 preds: ^bb8, ^bb9
    %c0_i32_20 = arith.constant 0 : i32
    llvm.return %c0_i32_20 : i32
  }
}
