module {
  llvm.func @pyasc_kernel_fast(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: !llvm.ptr, %arg3: !llvm.ptr, %arg4: !llvm.ptr) -> i32 {
    %c1_i64 = arith.constant 1 : i64
    %0 = llvm.alloca %c1_i64 x i32 : (i64) -> !llvm.ptr
    %1 = llvm.mlir.zero : i32
    llvm.store %1, %0 : i32, !llvm.ptr
    %c1_i64_0 = arith.constant 1 : i64
    %2 = llvm.alloca %c1_i64_0 x i64 : (i64) -> !llvm.ptr
    %3 = llvm.mlir.zero : i64
    llvm.store %3, %2 : i64, !llvm.ptr
    %c1_i64_1 = arith.constant 1 : i64
    %4 = llvm.alloca %c1_i64_1 x i64 : (i64) -> !llvm.ptr
    %5 = llvm.mlir.zero : i64
    llvm.store %5, %4 : i64, !llvm.ptr
    %6 = llvm.mlir.zero : !llvm.ptr
    %7 = llvm.getelementptr inbounds %arg0[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %8 = llvm.load %7 : !llvm.ptr -> !llvm.ptr
    %9 = llvm.getelementptr inbounds %arg0[56] : (!llvm.ptr) -> !llvm.ptr, i8
    %10 = llvm.load %9 : !llvm.ptr -> !llvm.ptr
    %11 = llvm.load %arg1 : !llvm.ptr -> !llvm.ptr
    %12 = llvm.getelementptr inbounds %arg1[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %13 = llvm.load %12 : !llvm.ptr -> !llvm.ptr
    %14 = llvm.getelementptr inbounds %arg1[16] : (!llvm.ptr) -> !llvm.ptr, i8
    %15 = llvm.load %14 : !llvm.ptr -> !llvm.ptr
    %16 = llvm.load %13 : !llvm.ptr -> i64
    %17 = llvm.load %15 : !llvm.ptr -> i64
    %c0_i32 = arith.constant 0 : i32
    llvm.store %c0_i32, %0 : i32, !llvm.ptr
    %c8_i64 = arith.constant 8 : i64
    %c0_i64 = arith.constant 0 : i64
    %c1_i64_2 = arith.constant 1 : i64
    %c0_i64_3 = arith.constant 0 : i64
    llvm.br ^bb2(%c0_i64_3 : i64)
  ^bb1:  // pred: ^bb3
    %c2_i32 = arith.constant 2 : i32
    llvm.return %c2_i32 : i32
  ^bb2(%18: i64):  // 2 preds: ^bb0, ^bb5
    %19 = llvm.icmp "slt" %18, %16 : i64
    llvm.cond_br %19, ^bb3, ^bb6
  ^bb3:  // pred: ^bb2
    %20 = llvm.load volatile %10 {alignment = 4 : i64} : !llvm.ptr -> i32
    %c0_i32_4 = arith.constant 0 : i32
    %21 = llvm.icmp "eq" %20, %c0_i32_4 : i32
    llvm.cond_br %21 weights([2000, 1]), ^bb7, ^bb1
  ^bb4(%22: i64):  // 2 preds: ^bb5, ^bb7
    llvm.store %22, %2 : i64, !llvm.ptr
    %c1_i32 = arith.constant 1 : i32
    llvm.store %c1_i32, %0 : i32, !llvm.ptr
    llvm.store %22, %4 : i64, !llvm.ptr
    %23 = arith.muli %22, %c8_i64 : i64
    %24 = llvm.getelementptr %11[%23] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %25 = llvm.load %24 : !llvm.ptr -> f64
    %cst = arith.constant 0.000000e+00 : f64
    %26 = arith.cmpf olt, %25, %cst : f64
    llvm.cond_br %26, ^bb8, ^bb9
  ^bb5:  // pred: ^bb10
    %c1_i64_5 = arith.constant 1 : i64
    %27 = arith.addi %22, %c1_i64_5 : i64
    %28 = llvm.icmp "slt" %27, %31 : i64
    llvm.cond_br %28, ^bb4(%27 : i64), ^bb2(%27 : i64)
  ^bb6:  // pred: ^bb2
    %c0_i32_6 = arith.constant 0 : i32
    llvm.return %c0_i32_6 : i32
  ^bb7:  // pred: ^bb3
    %29 = arith.subi %16, %18 : i64
    %c4096_i64 = arith.constant 4096 : i64
    %30 = arith.minsi %29, %c4096_i64 : i64
    %31 = arith.addi %18, %30 : i64
    llvm.br ^bb4(%18 : i64)
  ^bb8:  // pred: ^bb4
    %32 = arith.muli %22, %c8_i64 : i64
    %33 = llvm.getelementptr %11[%32] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %34 = llvm.load %33 : !llvm.ptr -> f64
    %35 = llvm.load %2 : !llvm.ptr -> i64
    llvm.br ^bb11
  ^bb9:  // pred: ^bb4
    llvm.br ^bb10
  ^bb10:  // pred: ^bb9
    llvm.br ^bb5
  ^bb11:  // pred: ^bb8
    %c3_i32 = arith.constant 3 : i32
    llvm.return %c3_i32 : i32
  }
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
    %4 = llvm.alloca %c1_i64_1 x i64 : (i64) -> !llvm.ptr
    %5 = llvm.mlir.zero : i64
    llvm.store %5, %4 : i64, !llvm.ptr
    %6 = llvm.mlir.zero : !llvm.ptr
    %7 = llvm.getelementptr inbounds %arg0[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %8 = llvm.load %7 : !llvm.ptr -> !llvm.ptr
    %9 = llvm.getelementptr inbounds %arg0[56] : (!llvm.ptr) -> !llvm.ptr, i8
    %10 = llvm.load %9 : !llvm.ptr -> !llvm.ptr
    %11 = llvm.load %arg1 : !llvm.ptr -> !llvm.ptr
    %12 = llvm.getelementptr inbounds %arg1[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %13 = llvm.load %12 : !llvm.ptr -> !llvm.ptr
    %14 = llvm.getelementptr inbounds %arg1[16] : (!llvm.ptr) -> !llvm.ptr, i8
    %15 = llvm.load %14 : !llvm.ptr -> !llvm.ptr
    %16 = llvm.load %13 : !llvm.ptr -> i64
    %17 = llvm.load %15 : !llvm.ptr -> i64
    %c0_i32 = arith.constant 0 : i32
    llvm.store %c0_i32, %0 : i32, !llvm.ptr
    %c8_i64 = arith.constant 8 : i64
    %c0_i64 = arith.constant 0 : i64
    %c1_i64_2 = arith.constant 1 : i64
    %c0_i64_3 = arith.constant 0 : i64
    llvm.br ^bb2(%c0_i64_3 : i64)
  ^bb1:  // pred: ^bb3
    %c2_i32 = arith.constant 2 : i32
    llvm.return %c2_i32 : i32
  ^bb2(%18: i64):  // 2 preds: ^bb0, ^bb5
    %19 = llvm.icmp "slt" %18, %16 : i64
    llvm.cond_br %19, ^bb3, ^bb6
  ^bb3:  // pred: ^bb2
    %20 = llvm.load volatile %10 {alignment = 4 : i64} : !llvm.ptr -> i32
    %c0_i32_4 = arith.constant 0 : i32
    %21 = llvm.icmp "eq" %20, %c0_i32_4 : i32
    llvm.cond_br %21 weights([2000, 1]), ^bb7, ^bb1
  ^bb4(%22: i64):  // 2 preds: ^bb5, ^bb7
    llvm.store %22, %2 : i64, !llvm.ptr
    %c1_i32 = arith.constant 1 : i32
    llvm.store %c1_i32, %0 : i32, !llvm.ptr
    llvm.store %22, %4 : i64, !llvm.ptr
    %23 = arith.muli %22, %c8_i64 : i64
    %24 = llvm.getelementptr %11[%23] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %25 = llvm.load %24 : !llvm.ptr -> f64
    %cst = arith.constant 0.000000e+00 : f64
    %26 = arith.cmpf olt, %25, %cst : f64
    llvm.cond_br %26, ^bb8, ^bb9
  ^bb5:  // pred: ^bb10
    %c1_i64_5 = arith.constant 1 : i64
    %27 = arith.addi %22, %c1_i64_5 : i64
    %28 = llvm.icmp "slt" %27, %31 : i64
    llvm.cond_br %28, ^bb4(%27 : i64), ^bb2(%27 : i64)
  ^bb6:  // pred: ^bb2
    %c0_i32_6 = arith.constant 0 : i32
    llvm.return %c0_i32_6 : i32
  ^bb7:  // pred: ^bb3
    %29 = arith.subi %16, %18 : i64
    %c4096_i64 = arith.constant 4096 : i64
    %30 = arith.minsi %29, %c4096_i64 : i64
    %31 = arith.addi %18, %30 : i64
    llvm.br ^bb4(%18 : i64)
  ^bb8:  // pred: ^bb4
    %32 = arith.muli %22, %c8_i64 : i64
    %33 = llvm.getelementptr %11[%32] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %34 = llvm.load %33 : !llvm.ptr -> f64
    %35 = llvm.load %2 : !llvm.ptr -> i64
    %c1_i32_7 = arith.constant 1 : i32
    llvm.store %c1_i32_7, %arg4 : i32, !llvm.ptr
    %c0_i32_8 = arith.constant 0 : i32
    %36 = llvm.getelementptr inbounds %arg4[4] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %c0_i32_8, %36 : i32, !llvm.ptr
    %37 = arith.extsi %22 : i64 to i128
    %38 = llvm.getelementptr inbounds %arg4[16] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %37, %38 : i128, !llvm.ptr
    %39 = arith.bitcast %34 : f64 to i64
    %40 = arith.extui %39 : i64 to i128
    %41 = llvm.getelementptr inbounds %arg4[32] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %40, %41 : i128, !llvm.ptr
    %42 = arith.extsi %35 : i64 to i128
    %43 = llvm.getelementptr inbounds %arg4[48] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %42, %43 : i128, !llvm.ptr
    %c1_i32_9 = arith.constant 1 : i32
    llvm.return %c1_i32_9 : i32
  ^bb9:  // pred: ^bb4
    llvm.br ^bb10
  ^bb10:  // pred: ^bb9
    llvm.br ^bb5
  }
}
