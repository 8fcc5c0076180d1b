module {
  llvm.func @pyasc_kernel_fast(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: !llvm.ptr, %arg3: !llvm.ptr, %arg4: !llvm.ptr) -> i32 {
    %c1_i64 = arith.constant 1 : i64
    %0 = llvm.alloca %c1_i64 x i32 : (i64) -> !llvm.ptr
    %1 = llvm.mlir.zero : i32
    llvm.store %1, %0 : i32, !llvm.ptr
    %c1_i64_0 = arith.constant 1 : i64
    %2 = llvm.alloca %c1_i64_0 x i128 : (i64) -> !llvm.ptr
    %3 = llvm.mlir.zero : i128
    llvm.store %3, %2 : i128, !llvm.ptr
    %c1_i64_1 = arith.constant 1 : i64
    %4 = llvm.alloca %c1_i64_1 x i1 : (i64) -> !llvm.ptr
    %5 = llvm.mlir.zero : i1
    llvm.store %5, %4 : i1, !llvm.ptr
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
    %18 = llvm.getelementptr inbounds %arg1[24] : (!llvm.ptr) -> !llvm.ptr, i8
    %19 = llvm.load %18 : !llvm.ptr -> !llvm.ptr
    %20 = llvm.getelementptr inbounds %18[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %21 = llvm.load %20 : !llvm.ptr -> !llvm.ptr
    %22 = llvm.getelementptr inbounds %18[16] : (!llvm.ptr) -> !llvm.ptr, i8
    %23 = llvm.load %22 : !llvm.ptr -> !llvm.ptr
    %24 = llvm.load %21 : !llvm.ptr -> i64
    %25 = llvm.load %23 : !llvm.ptr -> i64
    %c0_i32 = arith.constant 0 : i32
    llvm.store %c0_i32, %0 : i32, !llvm.ptr
    %c8_i64 = arith.constant 8 : i64
    %c8_i64_2 = arith.constant 8 : i64
    %c1_i32 = arith.constant 1 : i32
    llvm.store %c1_i32, %0 : i32, !llvm.ptr
    %c0_i64 = arith.constant 0 : i64
    %26 = arith.extsi %c0_i64 : i64 to i128
    llvm.store %26, %2 : i128, !llvm.ptr
    %false = arith.constant false
    llvm.store %false, %4 : i1, !llvm.ptr
    llvm.br ^bb2
  ^bb1:  // pred: ^bb4
    %c2_i32 = arith.constant 2 : i32
    llvm.return %c2_i32 : i32
  ^bb2:  // 2 preds: ^bb0, ^bb14
    %27 = llvm.load %2 : !llvm.ptr -> i128
    %28 = arith.extsi %16 : i64 to i128
    %29 = llvm.icmp "slt" %27, %28 : i128
    llvm.cond_br %29, ^bb3, ^bb5
  ^bb3:  // pred: ^bb2
    %30 = llvm.load %2 : !llvm.ptr -> i128
    %c0_i128 = arith.constant 0 : i128
    %c-9223372036854775808_i128 = arith.constant -9223372036854775808 : i128
    %c18446744073709551615_i128 = arith.constant 18446744073709551615 : i128
    %31 = llvm.icmp "sle" %c-9223372036854775808_i128, %30 : i128
    %32 = llvm.icmp "sle" %30, %c18446744073709551615_i128 : i128
    %33 = arith.andi %31, %32 : i1
    llvm.cond_br %33 weights([2000, 1]), ^bb7, ^bb6
  ^bb4:  // pred: ^bb13
    %34 = llvm.load volatile %10 {alignment = 4 : i64} : !llvm.ptr -> i32
    %c0_i32_3 = arith.constant 0 : i32
    %35 = llvm.icmp "eq" %34, %c0_i32_3 : i32
    llvm.cond_br %35 weights([2000, 1]), ^bb14, ^bb1
  ^bb5:  // 2 preds: ^bb2, ^bb10
    %36 = llvm.load %4 : !llvm.ptr -> i1
    llvm.cond_br %36, ^bb15, ^bb16
  ^bb6:  // 6 preds: ^bb3, ^bb7, ^bb8, ^bb12, ^bb16, ^bb17
    %c3_i32 = arith.constant 3 : i32
    llvm.return %c3_i32 : i32
  ^bb7:  // pred: ^bb3
    %c-9223372036854775808_i128_4 = arith.constant -9223372036854775808 : i128
    %c9223372036854775807_i128 = arith.constant 9223372036854775807 : i128
    %37 = llvm.icmp "sle" %c-9223372036854775808_i128_4, %30 : i128
    %38 = llvm.icmp "sle" %30, %c9223372036854775807_i128 : i128
    %39 = arith.andi %37, %38 : i1
    llvm.cond_br %39 weights([2000, 1]), ^bb8, ^bb6
  ^bb8:  // pred: ^bb7
    %40 = arith.extsi %16 : i64 to i128
    %41 = llvm.icmp "ult" %30, %40 : i128
    llvm.cond_br %41 weights([2000, 1]), ^bb9, ^bb6
  ^bb9:  // pred: ^bb8
    %42 = arith.trunci %30 : i128 to i64
    %43 = arith.muli %42, %c8_i64 : i64
    %44 = llvm.getelementptr %11[%43] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %45 = llvm.load %44 : !llvm.ptr -> i64
    %c7_i64 = arith.constant 7 : i64
    %46 = llvm.icmp "eq" %45, %c7_i64 : i64
    llvm.cond_br %46, ^bb10, ^bb11
  ^bb10:  // pred: ^bb9
    %true = arith.constant true
    llvm.store %true, %4 : i1, !llvm.ptr
    llvm.br ^bb5
  ^bb11:  // pred: ^bb9
    llvm.br ^bb12
  ^bb12:  // pred: ^bb11
    %47 = llvm.load %2 : !llvm.ptr -> i128
    %c1_i128 = arith.constant 1 : i128
    %48 = "llvm.intr.sadd.with.overflow"(%47, %c1_i128) : (i128, i128) -> !llvm.struct<(i128, i1)>
    %49 = llvm.extractvalue %48[1] : !llvm.struct<(i128, i1)> 
    %true_5 = arith.constant true
    %50 = arith.xori %49, %true_5 : i1
    llvm.cond_br %50 weights([2000, 1]), ^bb13, ^bb6
  ^bb13:  // pred: ^bb12
    %51 = arith.addi %47, %c1_i128 : i128
    %c1_i32_6 = arith.constant 1 : i32
    llvm.store %c1_i32_6, %0 : i32, !llvm.ptr
    llvm.store %51, %2 : i128, !llvm.ptr
    llvm.br ^bb4
  ^bb14:  // pred: ^bb4
    llvm.br ^bb2
  ^bb15:  // pred: ^bb5
    llvm.br ^bb17
  ^bb16:  // pred: ^bb5
    %c7_i64_7 = arith.constant 7 : i64
    llvm.br ^bb6
  ^bb17:  // pred: ^bb15
    %52 = llvm.load %2 : !llvm.ptr -> i128
    %c0_i64_8 = arith.constant 0 : i64
    %53 = arith.muli %c0_i64_8, %c8_i64_2 : i64
    %54 = llvm.getelementptr %19[%53] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %c-9223372036854775808_i128_9 = arith.constant -9223372036854775808 : i128
    %55 = llvm.icmp "sle" %c-9223372036854775808_i128_9, %52 : i128
    %c9223372036854775807_i128_10 = arith.constant 9223372036854775807 : i128
    %56 = llvm.icmp "sle" %52, %c9223372036854775807_i128_10 : i128
    %57 = arith.andi %55, %56 : i1
    llvm.cond_br %57 weights([2000, 1]), ^bb18, ^bb6
  ^bb18:  // pred: ^bb17
    %58 = arith.trunci %52 : i128 to i64
    %59 = arith.trunci %52 : i128 to i64
    llvm.store %59, %54 : i64, !llvm.ptr
    %c0_i32_11 = arith.constant 0 : i32
    llvm.return %c0_i32_11 : i32
  }
  llvm.func @pyasc_kernel_checked(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: !llvm.ptr, %arg3: !llvm.ptr, %arg4: !llvm.ptr) -> i32 {
    %c1_i64 = arith.constant 1 : i64
    %0 = llvm.alloca %c1_i64 x i32 : (i64) -> !llvm.ptr
    %1 = llvm.mlir.zero : i32
    llvm.store %1, %0 : i32, !llvm.ptr
    %c1_i64_0 = arith.constant 1 : i64
    %2 = llvm.alloca %c1_i64_0 x i128 : (i64) -> !llvm.ptr
    %3 = llvm.mlir.zero : i128
    llvm.store %3, %2 : i128, !llvm.ptr
    %c1_i64_1 = arith.constant 1 : i64
    %4 = llvm.alloca %c1_i64_1 x i1 : (i64) -> !llvm.ptr
    %5 = llvm.mlir.zero : i1
    llvm.store %5, %4 : i1, !llvm.ptr
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
    %18 = llvm.getelementptr inbounds %arg1[24] : (!llvm.ptr) -> !llvm.ptr, i8
    %19 = llvm.load %18 : !llvm.ptr -> !llvm.ptr
    %20 = llvm.getelementptr inbounds %18[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %21 = llvm.load %20 : !llvm.ptr -> !llvm.ptr
    %22 = llvm.getelementptr inbounds %18[16] : (!llvm.ptr) -> !llvm.ptr, i8
    %23 = llvm.load %22 : !llvm.ptr -> !llvm.ptr
    %24 = llvm.load %21 : !llvm.ptr -> i64
    %25 = llvm.load %23 : !llvm.ptr -> i64
    %c0_i32 = arith.constant 0 : i32
    llvm.store %c0_i32, %0 : i32, !llvm.ptr
    %c8_i64 = arith.constant 8 : i64
    %c8_i64_2 = arith.constant 8 : i64
    %c1_i32 = arith.constant 1 : i32
    llvm.store %c1_i32, %0 : i32, !llvm.ptr
    %c0_i64 = arith.constant 0 : i64
    %26 = arith.extsi %c0_i64 : i64 to i128
    llvm.store %26, %2 : i128, !llvm.ptr
    %false = arith.constant false
    llvm.store %false, %4 : i1, !llvm.ptr
    llvm.br ^bb2
  ^bb1:  // pred: ^bb4
    %c2_i32 = arith.constant 2 : i32
    llvm.return %c2_i32 : i32
  ^bb2:  // 2 preds: ^bb0, ^bb17
    %27 = llvm.load %2 : !llvm.ptr -> i128
    %28 = arith.extsi %16 : i64 to i128
    %29 = llvm.icmp "slt" %27, %28 : i128
    llvm.cond_br %29, ^bb3, ^bb5
  ^bb3:  // pred: ^bb2
    %30 = llvm.load %2 : !llvm.ptr -> i128
    %c0_i128 = arith.constant 0 : i128
    %c-9223372036854775808_i128 = arith.constant -9223372036854775808 : i128
    %c18446744073709551615_i128 = arith.constant 18446744073709551615 : i128
    %31 = llvm.icmp "sle" %c-9223372036854775808_i128, %30 : i128
    %32 = llvm.icmp "sle" %30, %c18446744073709551615_i128 : i128
    %33 = arith.andi %31, %32 : i1
    llvm.cond_br %33 weights([2000, 1]), ^bb7, ^bb6
  ^bb4:  // pred: ^bb16
    %34 = llvm.load volatile %10 {alignment = 4 : i64} : !llvm.ptr -> i32
    %c0_i32_3 = arith.constant 0 : i32
    %35 = llvm.icmp "eq" %34, %c0_i32_3 : i32
    llvm.cond_br %35 weights([2000, 1]), ^bb17, ^bb1
  ^bb5:  // 2 preds: ^bb2, ^bb12
    %36 = llvm.load %4 : !llvm.ptr -> i1
    llvm.cond_br %36, ^bb18, ^bb19
  ^bb6:  // pred: ^bb3
    %c1_i32_4 = arith.constant 1 : i32
    llvm.store %c1_i32_4, %arg4 : i32, !llvm.ptr
    %c0_i32_5 = arith.constant 0 : i32
    %37 = llvm.getelementptr inbounds %arg4[4] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %c0_i32_5, %37 : i32, !llvm.ptr
    %c1_i32_6 = arith.constant 1 : i32
    llvm.return %c1_i32_6 : i32
  ^bb7:  // pred: ^bb3
    %c-9223372036854775808_i128_7 = arith.constant -9223372036854775808 : i128
    %c9223372036854775807_i128 = arith.constant 9223372036854775807 : i128
    %38 = llvm.icmp "sle" %c-9223372036854775808_i128_7, %30 : i128
    %39 = llvm.icmp "sle" %30, %c9223372036854775807_i128 : i128
    %40 = arith.andi %38, %39 : i1
    llvm.cond_br %40 weights([2000, 1]), ^bb9, ^bb8
  ^bb8:  // pred: ^bb7
    %c1_i32_8 = arith.constant 1 : i32
    llvm.store %c1_i32_8, %arg4 : i32, !llvm.ptr
    %c1_i32_9 = arith.constant 1 : i32
    %41 = llvm.getelementptr inbounds %arg4[4] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %c1_i32_9, %41 : i32, !llvm.ptr
    %c1_i32_10 = arith.constant 1 : i32
    llvm.return %c1_i32_10 : i32
  ^bb9:  // pred: ^bb7
    %42 = arith.extsi %16 : i64 to i128
    %43 = llvm.icmp "ult" %30, %42 : i128
    llvm.cond_br %43 weights([2000, 1]), ^bb11, ^bb10
  ^bb10:  // pred: ^bb9
    %c1_i32_11 = arith.constant 1 : i32
    llvm.store %c1_i32_11, %arg4 : i32, !llvm.ptr
    %c2_i32_12 = arith.constant 2 : i32
    %44 = llvm.getelementptr inbounds %arg4[4] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %c2_i32_12, %44 : i32, !llvm.ptr
    %45 = llvm.getelementptr inbounds %arg4[16] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %30, %45 : i128, !llvm.ptr
    %46 = arith.extsi %16 : i64 to i128
    %47 = llvm.getelementptr inbounds %arg4[32] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %46, %47 : i128, !llvm.ptr
    %c1_i32_13 = arith.constant 1 : i32
    llvm.return %c1_i32_13 : i32
  ^bb11:  // pred: ^bb9
    %48 = arith.trunci %30 : i128 to i64
    %49 = arith.muli %48, %c8_i64 : i64
    %50 = llvm.getelementptr %11[%49] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %51 = llvm.load %50 : !llvm.ptr -> i64
    %c7_i64 = arith.constant 7 : i64
    %52 = llvm.icmp "eq" %51, %c7_i64 : i64
    llvm.cond_br %52, ^bb12, ^bb13
  ^bb12:  // pred: ^bb11
    %true = arith.constant true
    llvm.store %true, %4 : i1, !llvm.ptr
    llvm.br ^bb5
  ^bb13:  // pred: ^bb11
    llvm.br ^bb14
  ^bb14:  // pred: ^bb13
    %53 = llvm.load %2 : !llvm.ptr -> i128
    %c1_i128 = arith.constant 1 : i128
    %54 = "llvm.intr.sadd.with.overflow"(%53, %c1_i128) : (i128, i128) -> !llvm.struct<(i128, i1)>
    %55 = llvm.extractvalue %54[1] : !llvm.struct<(i128, i1)> 
    %true_14 = arith.constant true
    %56 = arith.xori %55, %true_14 : i1
    llvm.cond_br %56 weights([2000, 1]), ^bb16, ^bb15
  ^bb15:  // pred: ^bb14
    %c1_i32_15 = arith.constant 1 : i32
    llvm.store %c1_i32_15, %arg4 : i32, !llvm.ptr
    %c3_i32 = arith.constant 3 : i32
    %57 = llvm.getelementptr inbounds %arg4[4] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %c3_i32, %57 : i32, !llvm.ptr
    %c1_i32_16 = arith.constant 1 : i32
    llvm.return %c1_i32_16 : i32
  ^bb16:  // pred: ^bb14
    %58 = arith.addi %53, %c1_i128 : i128
    %c1_i32_17 = arith.constant 1 : i32
    llvm.store %c1_i32_17, %0 : i32, !llvm.ptr
    llvm.store %58, %2 : i128, !llvm.ptr
    llvm.br ^bb4
  ^bb17:  // pred: ^bb4
    llvm.br ^bb2
  ^bb18:  // pred: ^bb5
    llvm.br ^bb20
  ^bb19:  // pred: ^bb5
    %c7_i64_18 = arith.constant 7 : i64
    %c1_i32_19 = arith.constant 1 : i32
    llvm.store %c1_i32_19, %arg4 : i32, !llvm.ptr
    %c4_i32 = arith.constant 4 : i32
    %59 = llvm.getelementptr inbounds %arg4[4] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %c4_i32, %59 : i32, !llvm.ptr
    %60 = arith.extsi %c7_i64_18 : i64 to i128
    %61 = llvm.getelementptr inbounds %arg4[16] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %60, %61 : i128, !llvm.ptr
    %62 = arith.extsi %16 : i64 to i128
    %63 = llvm.getelementptr inbounds %arg4[32] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %62, %63 : i128, !llvm.ptr
    %c1_i32_20 = arith.constant 1 : i32
    llvm.return %c1_i32_20 : i32
  ^bb20:  // pred: ^bb18
    %64 = llvm.load %2 : !llvm.ptr -> i128
    %c0_i64_21 = arith.constant 0 : i64
    %65 = arith.muli %c0_i64_21, %c8_i64_2 : i64
    %66 = llvm.getelementptr %19[%65] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %c-9223372036854775808_i128_22 = arith.constant -9223372036854775808 : i128
    %67 = llvm.icmp "sle" %c-9223372036854775808_i128_22, %64 : i128
    %c9223372036854775807_i128_23 = arith.constant 9223372036854775807 : i128
    %68 = llvm.icmp "sle" %64, %c9223372036854775807_i128_23 : i128
    %69 = arith.andi %67, %68 : i1
    llvm.cond_br %69 weights([2000, 1]), ^bb22, ^bb21
  ^bb21:  // pred: ^bb20
    %c1_i32_24 = arith.constant 1 : i32
    llvm.store %c1_i32_24, %arg4 : i32, !llvm.ptr
    %c5_i32 = arith.constant 5 : i32
    %70 = llvm.getelementptr inbounds %arg4[4] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %c5_i32, %70 : i32, !llvm.ptr
    %c1_i32_25 = arith.constant 1 : i32
    llvm.return %c1_i32_25 : i32
  ^bb22:  // pred: ^bb20
    %71 = arith.trunci %64 : i128 to i64
    %72 = arith.trunci %64 : i128 to i64
    llvm.store %72, %66 : i64, !llvm.ptr
    %c0_i32_26 = arith.constant 0 : i32
    llvm.return %c0_i32_26 : i32
  }
}
