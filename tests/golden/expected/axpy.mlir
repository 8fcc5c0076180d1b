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
    %11 = llvm.load %arg2 : !llvm.ptr -> f64
    %12 = llvm.load %arg1 : !llvm.ptr -> !llvm.ptr
    %13 = llvm.getelementptr inbounds %arg1[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %14 = llvm.load %13 : !llvm.ptr -> !llvm.ptr
    %15 = llvm.getelementptr inbounds %arg1[16] : (!llvm.ptr) -> !llvm.ptr, i8
    %16 = llvm.load %15 : !llvm.ptr -> !llvm.ptr
    %17 = llvm.load %14 : !llvm.ptr -> i64
    %18 = llvm.load %16 : !llvm.ptr -> i64
    %19 = llvm.getelementptr inbounds %arg1[24] : (!llvm.ptr) -> !llvm.ptr, i8
    %20 = llvm.load %19 : !llvm.ptr -> !llvm.ptr
    %21 = llvm.getelementptr inbounds %19[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %22 = llvm.load %21 : !llvm.ptr -> !llvm.ptr
    %23 = llvm.getelementptr inbounds %19[16] : (!llvm.ptr) -> !llvm.ptr, i8
    %24 = llvm.load %23 : !llvm.ptr -> !llvm.ptr
    %25 = llvm.load %22 : !llvm.ptr -> i64
    %26 = llvm.load %24 : !llvm.ptr -> i64
    %c0_i32 = arith.constant 0 : i32
    llvm.store %c0_i32, %0 : i32, !llvm.ptr
    %c4_i64 = arith.constant 4 : i64
    %c4_i64_2 = arith.constant 4 : i64
    %c0_i64 = arith.constant 0 : i64
    %c1_i64_3 = arith.constant 1 : i64
    %c0_i64_4 = arith.constant 0 : i64
    %27 = llvm.icmp "ult" %c0_i64_4, %25 : i64
    %c1_i64_5 = arith.constant 1 : i64
    %28 = arith.subi %17, %c1_i64_5 : i64
    %29 = llvm.icmp "ult" %28, %25 : i64
    %30 = arith.andi %27, %29 : i1
    %c0_i64_6 = arith.constant 0 : i64
    %31 = llvm.icmp "sle" %c0_i64_6, %25 : i64
    %32 = arith.andi %30, %31 : i1
    %33 = llvm.icmp "sle" %17, %c0_i64_4 : i64
    %true = arith.constant true
    %34 = llvm.select %33, %true, %32 : i1, i1
    llvm.cond_br %34 weights([2000, 1]), ^bb3, ^bb2
  ^bb1:  // pred: ^bb5
    %c2_i32 = arith.constant 2 : i32
    llvm.return %c2_i32 : i32
  ^bb2:  // pred: ^bb0
    %c3_i32 = arith.constant 3 : i32
    llvm.return %c3_i32 : i32
  ^bb3:  // pred: ^bb0
    %c0_i64_7 = arith.constant 0 : i64
    llvm.br ^bb4(%c0_i64_7 : i64)
  ^bb4(%35: i64):  // 2 preds: ^bb3, ^bb7
    %36 = llvm.icmp "slt" %35, %17 : i64
    llvm.cond_br %36, ^bb5, ^bb8
  ^bb5:  // pred: ^bb4
    %37 = llvm.load volatile %10 {alignment = 4 : i64} : !llvm.ptr -> i32
    %c0_i32_8 = arith.constant 0 : i32
    %38 = llvm.icmp "eq" %37, %c0_i32_8 : i32
    llvm.cond_br %38 weights([2000, 1]), ^bb9, ^bb1
  ^bb6(%39: i64):  // 2 preds: ^bb7, ^bb9
    llvm.store %39, %2 : i64, !llvm.ptr
    %c1_i32 = arith.constant 1 : i32
    llvm.store %c1_i32, %0 : i32, !llvm.ptr
    llvm.store %39, %4 : i64, !llvm.ptr
    %c0_i64_9 = arith.constant 0 : i64
    %40 = llvm.icmp "ult" %39, %25 : i64
    %41 = llvm.load %2 : !llvm.ptr -> i64
    %42 = arith.muli %39, %c4_i64_2 : i64
    %43 = llvm.getelementptr %20[%42] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %44 = llvm.load %43 : !llvm.ptr -> f32
    %45 = arith.muli %39, %c4_i64 : i64
    %46 = llvm.getelementptr %12[%45] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %47 = llvm.load %46 : !llvm.ptr -> f32
    %48 = arith.truncf %11 : f64 to f32
    %49 = arith.mulf %48, %47 : f32
    %50 = arith.addf %44, %49 : f32
    llvm.store %50, %43 : f32, !llvm.ptr
    llvm.br ^bb7
  ^bb7:  // pred: ^bb6
    %c1_i64_10 = arith.constant 1 : i64
    %51 = arith.addi %39, %c1_i64_10 : i64
    %52 = llvm.icmp "slt" %51, %55 : i64
    llvm.cond_br %52, ^bb6(%51 : i64), ^bb4(%51 : i64)
  ^bb8:  // pred: ^bb4
    %c0_i32_11 = arith.constant 0 : i32
    llvm.return %c0_i32_11 : i32
  ^bb9:  // pred: ^bb5
    %53 = arith.subi %17, %35 : i64
    %c4096_i64 = arith.constant 4096 : i64
    %54 = arith.minsi %53, %c4096_i64 : i64
    %55 = arith.addi %35, %54 : i64
    llvm.br ^bb6(%35 : i64)
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
    %11 = llvm.load %arg2 : !llvm.ptr -> f64
    %12 = llvm.load %arg1 : !llvm.ptr -> !llvm.ptr
    %13 = llvm.getelementptr inbounds %arg1[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %14 = llvm.load %13 : !llvm.ptr -> !llvm.ptr
    %15 = llvm.getelementptr inbounds %arg1[16] : (!llvm.ptr) -> !llvm.ptr, i8
    %16 = llvm.load %15 : !llvm.ptr -> !llvm.ptr
    %17 = llvm.load %14 : !llvm.ptr -> i64
    %18 = llvm.load %16 : !llvm.ptr -> i64
    %19 = llvm.getelementptr inbounds %arg1[24] : (!llvm.ptr) -> !llvm.ptr, i8
    %20 = llvm.load %19 : !llvm.ptr -> !llvm.ptr
    %21 = llvm.getelementptr inbounds %19[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %22 = llvm.load %21 : !llvm.ptr -> !llvm.ptr
    %23 = llvm.getelementptr inbounds %19[16] : (!llvm.ptr) -> !llvm.ptr, i8
    %24 = llvm.load %23 : !llvm.ptr -> !llvm.ptr
    %25 = llvm.load %22 : !llvm.ptr -> i64
    %26 = llvm.load %24 : !llvm.ptr -> i64
    %c0_i32 = arith.constant 0 : i32
    llvm.store %c0_i32, %0 : i32, !llvm.ptr
    %c4_i64 = arith.constant 4 : i64
    %c4_i64_2 = arith.constant 4 : i64
    %c0_i64 = arith.constant 0 : i64
    %c1_i64_3 = arith.constant 1 : i64
    %c0_i64_4 = arith.constant 0 : i64
    llvm.br ^bb2(%c0_i64_4 : i64)
  ^bb1:  // pred: ^bb3
    %c2_i32 = arith.constant 2 : i32
    llvm.return %c2_i32 : i32
  ^bb2(%27: i64):  // 2 preds: ^bb0, ^bb5
    %28 = llvm.icmp "slt" %27, %17 : i64
    llvm.cond_br %28, ^bb3, ^bb6
  ^bb3:  // pred: ^bb2
    %29 = llvm.load volatile %10 {alignment = 4 : i64} : !llvm.ptr -> i32
    %c0_i32_5 = arith.constant 0 : i32
    %30 = llvm.icmp "eq" %29, %c0_i32_5 : i32
    llvm.cond_br %30 weights([2000, 1]), ^bb7, ^bb1
  ^bb4(%31: i64):  // 2 preds: ^bb5, ^bb7
    llvm.store %31, %2 : i64, !llvm.ptr
    %c1_i32 = arith.constant 1 : i32
    llvm.store %c1_i32, %0 : i32, !llvm.ptr
    llvm.store %31, %4 : i64, !llvm.ptr
    %c0_i64_6 = arith.constant 0 : i64
    %32 = llvm.icmp "ult" %31, %25 : i64
    %33 = llvm.load %2 : !llvm.ptr -> i64
    llvm.cond_br %32 weights([2000, 1]), ^bb9, ^bb8
  ^bb5:  // pred: ^bb9
    %c1_i64_7 = arith.constant 1 : i64
    %34 = arith.addi %31, %c1_i64_7 : i64
    %35 = llvm.icmp "slt" %34, %38 : i64
    llvm.cond_br %35, ^bb4(%34 : i64), ^bb2(%34 : i64)
  ^bb6:  // pred: ^bb2
    %c0_i32_8 = arith.constant 0 : i32
    llvm.return %c0_i32_8 : i32
  ^bb7:  // pred: ^bb3
    %36 = arith.subi %17, %27 : i64
    %c4096_i64 = arith.constant 4096 : i64
    %37 = arith.minsi %36, %c4096_i64 : i64
    %38 = arith.addi %27, %37 : i64
    llvm.br ^bb4(%27 : i64)
  ^bb8:  // pred: ^bb4
    %c1_i32_9 = arith.constant 1 : i32
    llvm.store %c1_i32_9, %arg4 : i32, !llvm.ptr
    %c0_i32_10 = arith.constant 0 : i32
    %39 = llvm.getelementptr inbounds %arg4[4] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %c0_i32_10, %39 : i32, !llvm.ptr
    %40 = arith.extsi %31 : i64 to i128
    %41 = llvm.getelementptr inbounds %arg4[16] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %40, %41 : i128, !llvm.ptr
    %42 = arith.extsi %25 : i64 to i128
    %43 = llvm.getelementptr inbounds %arg4[32] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %42, %43 : i128, !llvm.ptr
    %44 = arith.extsi %33 : i64 to i128
    %45 = llvm.getelementptr inbounds %arg4[48] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %44, %45 : i128, !llvm.ptr
    %c1_i32_11 = arith.constant 1 : i32
    llvm.return %c1_i32_11 : i32
  ^bb9:  // pred: ^bb4
    %46 = arith.muli %31, %c4_i64_2 : i64
    %47 = llvm.getelementptr %20[%46] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %48 = llvm.load %47 : !llvm.ptr -> f32
    %49 = arith.muli %31, %c4_i64 : i64
    %50 = llvm.getelementptr %12[%49] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %51 = llvm.load %50 : !llvm.ptr -> f32
    %52 = arith.truncf %11 : f64 to f32
    %53 = arith.mulf %52, %51 : f32
    %54 = arith.addf %48, %53 : f32
    llvm.store %54, %47 : f32, !llvm.ptr
    llvm.br ^bb5
  }
}
