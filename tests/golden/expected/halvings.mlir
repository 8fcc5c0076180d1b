module {
  llvm.func @pyasc_kernel_fast(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: !llvm.ptr, %arg3: !llvm.ptr, %arg4: !llvm.ptr) -> i32 {
    %c1_i64 = arith.constant 1 : i64
    %0 = llvm.alloca %c1_i64 x i32 : (i64) -> !llvm.ptr
    %1 = llvm.mlir.zero : i32
    llvm.store %1, %0 : i32, !llvm.ptr
    %c1_i64_0 = arith.constant 1 : i64
    %2 = llvm.alloca %c1_i64_0 x i32 : (i64) -> !llvm.ptr
    %3 = llvm.mlir.zero : i32
    llvm.store %3, %2 : i32, !llvm.ptr
    %c1_i64_1 = arith.constant 1 : i64
    %4 = llvm.alloca %c1_i64_1 x i64 : (i64) -> !llvm.ptr
    %5 = llvm.mlir.zero : i64
    llvm.store %5, %4 : i64, !llvm.ptr
    %c1_i64_2 = arith.constant 1 : i64
    %6 = llvm.alloca %c1_i64_2 x i128 : (i64) -> !llvm.ptr
    %7 = llvm.mlir.zero : i128
    llvm.store %7, %6 : i128, !llvm.ptr
    %c1_i64_3 = arith.constant 1 : i64
    %8 = llvm.alloca %c1_i64_3 x i1 : (i64) -> !llvm.ptr
    %9 = llvm.mlir.zero : i1
    llvm.store %9, %8 : i1, !llvm.ptr
    %10 = llvm.mlir.zero : !llvm.ptr
    %11 = llvm.getelementptr inbounds %arg0[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %12 = llvm.load %11 : !llvm.ptr -> !llvm.ptr
    %13 = llvm.getelementptr inbounds %arg0[56] : (!llvm.ptr) -> !llvm.ptr, i8
    %14 = llvm.load %13 : !llvm.ptr -> !llvm.ptr
    %15 = llvm.load %arg1 : !llvm.ptr -> !llvm.ptr
    %16 = llvm.getelementptr inbounds %arg1[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %17 = llvm.load %16 : !llvm.ptr -> !llvm.ptr
    %18 = llvm.getelementptr inbounds %arg1[16] : (!llvm.ptr) -> !llvm.ptr, i8
    %19 = llvm.load %18 : !llvm.ptr -> !llvm.ptr
    %20 = llvm.load %17 : !llvm.ptr -> i64
    %21 = llvm.load %19 : !llvm.ptr -> i64
    %c0_i32 = arith.constant 0 : i32
    llvm.store %c0_i32, %0 : i32, !llvm.ptr
    %c0_i32_4 = arith.constant 0 : i32
    llvm.store %c0_i32_4, %2 : i32, !llvm.ptr
    %c8_i64 = arith.constant 8 : i64
    %c1_i32 = arith.constant 1 : i32
    llvm.store %c1_i32, %0 : i32, !llvm.ptr
    %c64_i64 = arith.constant 64 : i64
    llvm.store %c64_i64, %4 : i64, !llvm.ptr
    %c1_i32_5 = arith.constant 1 : i32
    llvm.store %c1_i32_5, %2 : i32, !llvm.ptr
    %c0_i64 = arith.constant 0 : i64
    %22 = arith.extsi %c0_i64 : i64 to i128
    llvm.store %22, %6 : i128, !llvm.ptr
    %false = arith.constant false
    llvm.store %false, %8 : i1, !llvm.ptr
    llvm.br ^bb2
  ^bb1:  // pred: ^bb4
    %c2_i32 = arith.constant 2 : i32
    llvm.return %c2_i32 : i32
  ^bb2:  // 2 preds: ^bb0, ^bb11
    %23 = llvm.load %4 : !llvm.ptr -> i64
    %c1_i64_6 = arith.constant 1 : i64
    %24 = llvm.icmp "slt" %c1_i64_6, %23 : i64
    llvm.cond_br %24, ^bb3, ^bb5
  ^bb3:  // pred: ^bb2
    %25 = llvm.load %4 : !llvm.ptr -> i64
    %c2_i64 = arith.constant 2 : i64
    %26 = arith.divsi %25, %c2_i64 : i64
    %c1_i32_7 = arith.constant 1 : i32
    llvm.store %c1_i32_7, %0 : i32, !llvm.ptr
    llvm.store %26, %4 : i64, !llvm.ptr
    %27 = llvm.load %6 : !llvm.ptr -> i128
    %c1_i128 = arith.constant 1 : i128
    %28 = "llvm.intr.sadd.with.overflow"(%27, %c1_i128) : (i128, i128) -> !llvm.struct<(i128, i1)>
    %29 = llvm.extractvalue %28[1] : !llvm.struct<(i128, i1)> 
    %true = arith.constant true
    %30 = arith.xori %29, %true : i1
    llvm.cond_br %30 weights([2000, 1]), ^bb7, ^bb6
  ^bb4:  // pred: ^bb10
    %31 = llvm.load volatile %14 {alignment = 4 : i64} : !llvm.ptr -> i32
    %c0_i32_8 = arith.constant 0 : i32
    %32 = llvm.icmp "eq" %31, %c0_i32_8 : i32
    llvm.cond_br %32 weights([2000, 1]), ^bb11, ^bb1
  ^bb5:  // 2 preds: ^bb2, ^bb8
    %33 = llvm.load %8 : !llvm.ptr -> i1
    llvm.cond_br %33, ^bb12, ^bb13
  ^bb6:  // 2 preds: ^bb3, ^bb13
    %c3_i32 = arith.constant 3 : i32
    llvm.return %c3_i32 : i32
  ^bb7:  // pred: ^bb3
    %34 = arith.addi %27, %c1_i128 : i128
    %c1_i32_9 = arith.constant 1 : i32
    llvm.store %c1_i32_9, %2 : i32, !llvm.ptr
    llvm.store %34, %6 : i128, !llvm.ptr
    %c64_i128 = arith.constant 64 : i128
    %35 = llvm.icmp "eq" %34, %c64_i128 : i128
    llvm.cond_br %35, ^bb8, ^bb9
  ^bb8:  // pred: ^bb7
    %true_10 = arith.constant true
    llvm.store %true_10, %8 : i1, !llvm.ptr
    llvm.br ^bb5
  ^bb9:  // pred: ^bb7
    llvm.br ^bb10
  ^bb10:  // pred: ^bb9
    llvm.br ^bb4
  ^bb11:  // pred: ^bb4
    llvm.br ^bb2
  ^bb12:  // pred: ^bb5
    llvm.br ^bb14
  ^bb13:  // pred: ^bb5
    %36 = llvm.load %6 : !llvm.ptr -> i128
    %c0_i64_11 = arith.constant 0 : i64
    %37 = arith.muli %c0_i64_11, %c8_i64 : i64
    %38 = llvm.getelementptr %15[%37] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %c-9223372036854775808_i128 = arith.constant -9223372036854775808 : i128
    %39 = llvm.icmp "sle" %c-9223372036854775808_i128, %36 : i128
    %c9223372036854775807_i128 = arith.constant 9223372036854775807 : i128
    %40 = llvm.icmp "sle" %36, %c9223372036854775807_i128 : i128
    %41 = arith.andi %39, %40 : i1
    llvm.cond_br %41 weights([2000, 1]), ^bb15, ^bb6
  ^bb14:  // 2 preds: ^bb12, ^bb15
    %c0_i32_12 = arith.constant 0 : i32
    llvm.return %c0_i32_12 : i32
  ^bb15:  // pred: ^bb13
    %42 = arith.trunci %36 : i128 to i64
    %43 = arith.trunci %36 : i128 to i64
    llvm.store %43, %38 : i64, !llvm.ptr
    llvm.br ^bb14
  }
  llvm.func @pyasc_kernel_checked(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: !llvm.ptr, %arg3: !llvm.ptr, %arg4: !llvm.ptr) -> i32 {
    %c1_i64 = arith.constant 1 : i64
    %0 = llvm.alloca %c1_i64 x i32 : (i64) -> !llvm.ptr
    %1 = llvm.mlir.zero : i32
    llvm.store %1, %0 : i32, !llvm.ptr
    %c1_i64_0 = arith.constant 1 : i64
    %2 = llvm.alloca %c1_i64_0 x i32 : (i64) -> !llvm.ptr
    %3 = llvm.mlir.zero : i32
    llvm.store %3, %2 : i32, !llvm.ptr
    %c1_i64_1 = arith.constant 1 : i64
    %4 = llvm.alloca %c1_i64_1 x i64 : (i64) -> !llvm.ptr
    %5 = llvm.mlir.zero : i64
    llvm.store %5, %4 : i64, !llvm.ptr
    %c1_i64_2 = arith.constant 1 : i64
    %6 = llvm.alloca %c1_i64_2 x i128 : (i64) -> !llvm.ptr
    %7 = llvm.mlir.zero : i128
    llvm.store %7, %6 : i128, !llvm.ptr
    %c1_i64_3 = arith.constant 1 : i64
    %8 = llvm.alloca %c1_i64_3 x i1 : (i64) -> !llvm.ptr
    %9 = llvm.mlir.zero : i1
    llvm.store %9, %8 : i1, !llvm.ptr
    %10 = llvm.mlir.zero : !llvm.ptr
    %11 = llvm.getelementptr inbounds %arg0[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %12 = llvm.load %11 : !llvm.ptr -> !llvm.ptr
    %13 = llvm.getelementptr inbounds %arg0[56] : (!llvm.ptr) -> !llvm.ptr, i8
    %14 = llvm.load %13 : !llvm.ptr -> !llvm.ptr
    %15 = llvm.load %arg1 : !llvm.ptr -> !llvm.ptr
    %16 = llvm.getelementptr inbounds %arg1[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %17 = llvm.load %16 : !llvm.ptr -> !llvm.ptr
    %18 = llvm.getelementptr inbounds %arg1[16] : (!llvm.ptr) -> !llvm.ptr, i8
    %19 = llvm.load %18 : !llvm.ptr -> !llvm.ptr
    %20 = llvm.load %17 : !llvm.ptr -> i64
    %21 = llvm.load %19 : !llvm.ptr -> i64
    %c0_i32 = arith.constant 0 : i32
    llvm.store %c0_i32, %0 : i32, !llvm.ptr
    %c0_i32_4 = arith.constant 0 : i32
    llvm.store %c0_i32_4, %2 : i32, !llvm.ptr
    %c8_i64 = arith.constant 8 : i64
    %c1_i32 = arith.constant 1 : i32
    llvm.store %c1_i32, %0 : i32, !llvm.ptr
    %c64_i64 = arith.constant 64 : i64
    llvm.store %c64_i64, %4 : i64, !llvm.ptr
    %c1_i32_5 = arith.constant 1 : i32
    llvm.store %c1_i32_5, %2 : i32, !llvm.ptr
    %c0_i64 = arith.constant 0 : i64
    %22 = arith.extsi %c0_i64 : i64 to i128
    llvm.store %22, %6 : i128, !llvm.ptr
    %false = arith.constant false
    llvm.store %false, %8 : i1, !llvm.ptr
    llvm.br ^bb2
  ^bb1:  // pred: ^bb4
    %c2_i32 = arith.constant 2 : i32
    llvm.return %c2_i32 : i32
  ^bb2:  // 2 preds: ^bb0, ^bb11
    %23 = llvm.load %4 : !llvm.ptr -> i64
    %c1_i64_6 = arith.constant 1 : i64
    %24 = llvm.icmp "slt" %c1_i64_6, %23 : i64
    llvm.cond_br %24, ^bb3, ^bb5
  ^bb3:  // pred: ^bb2
    %25 = llvm.load %4 : !llvm.ptr -> i64
    %c2_i64 = arith.constant 2 : i64
    %26 = arith.divsi %25, %c2_i64 : i64
    %c1_i32_7 = arith.constant 1 : i32
    llvm.store %c1_i32_7, %0 : i32, !llvm.ptr
    llvm.store %26, %4 : i64, !llvm.ptr
    %27 = llvm.load %6 : !llvm.ptr -> i128
    %c1_i128 = arith.constant 1 : i128
    %28 = "llvm.intr.sadd.with.overflow"(%27, %c1_i128) : (i128, i128) -> !llvm.struct<(i128, i1)>
    %29 = llvm.extractvalue %28[1] : !llvm.struct<(i128, i1)> 
    %true = arith.constant true
    %30 = arith.xori %29, %true : i1
    llvm.cond_br %30 weights([2000, 1]), ^bb7, ^bb6
  ^bb4:  // pred: ^bb10
    %31 = llvm.load volatile %14 {alignment = 4 : i64} : !llvm.ptr -> i32
    %c0_i32_8 = arith.constant 0 : i32
    %32 = llvm.icmp "eq" %31, %c0_i32_8 : i32
    llvm.cond_br %32 weights([2000, 1]), ^bb11, ^bb1
  ^bb5:  // 2 preds: ^bb2, ^bb8
    %33 = llvm.load %8 : !llvm.ptr -> i1
    llvm.cond_br %33, ^bb12, ^bb13
  ^bb6:  // pred: ^bb3
    %c1_i32_9 = arith.constant 1 : i32
    llvm.store %c1_i32_9, %arg4 : i32, !llvm.ptr
    %c0_i32_10 = arith.constant 0 : i32
    %34 = llvm.getelementptr inbounds %arg4[4] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %c0_i32_10, %34 : i32, !llvm.ptr
    %c1_i32_11 = arith.constant 1 : i32
    llvm.return %c1_i32_11 : i32
  ^bb7:  // pred: ^bb3
    %35 = arith.addi %27, %c1_i128 : i128
    %c1_i32_12 = arith.constant 1 : i32
    llvm.store %c1_i32_12, %2 : i32, !llvm.ptr
    llvm.store %35, %6 : i128, !llvm.ptr
    %c64_i128 = arith.constant 64 : i128
    %36 = llvm.icmp "eq" %35, %c64_i128 : i128
    llvm.cond_br %36, ^bb8, ^bb9
  ^bb8:  // pred: ^bb7
    %true_13 = arith.constant true
    llvm.store %true_13, %8 : i1, !llvm.ptr
    llvm.br ^bb5
  ^bb9:  // pred: ^bb7
    llvm.br ^bb10
  ^bb10:  // pred: ^bb9
    llvm.br ^bb4
  ^bb11:  // pred: ^bb4
    llvm.br ^bb2
  ^bb12:  // pred: ^bb5
    llvm.br ^bb14
  ^bb13:  // pred: ^bb5
    %37 = llvm.load %6 : !llvm.ptr -> i128
    %c0_i64_14 = arith.constant 0 : i64
    %38 = arith.muli %c0_i64_14, %c8_i64 : i64
    %39 = llvm.getelementptr %15[%38] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %c-9223372036854775808_i128 = arith.constant -9223372036854775808 : i128
    %40 = llvm.icmp "sle" %c-9223372036854775808_i128, %37 : i128
    %c9223372036854775807_i128 = arith.constant 9223372036854775807 : i128
    %41 = llvm.icmp "sle" %37, %c9223372036854775807_i128 : i128
    %42 = arith.andi %40, %41 : i1
    llvm.cond_br %42 weights([2000, 1]), ^bb16, ^bb15
  ^bb14:  // 2 preds: ^bb12, ^bb16
    %c0_i32_15 = arith.constant 0 : i32
    llvm.return %c0_i32_15 : i32
  ^bb15:  // pred: ^bb13
    %c1_i32_16 = arith.constant 1 : i32
    llvm.store %c1_i32_16, %arg4 : i32, !llvm.ptr
    %c1_i32_17 = arith.constant 1 : i32
    %43 = llvm.getelementptr inbounds %arg4[4] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %c1_i32_17, %43 : i32, !llvm.ptr
    %c1_i32_18 = arith.constant 1 : i32
    llvm.return %c1_i32_18 : i32
  ^bb16:  // pred: ^bb13
    %44 = arith.trunci %37 : i128 to i64
    %45 = arith.trunci %37 : i128 to i64
    llvm.store %45, %39 : i64, !llvm.ptr
    llvm.br ^bb14
  }
}
