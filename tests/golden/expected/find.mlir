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
    %true = arith.constant true
    %37 = llvm.icmp "sle" %30, %c9223372036854775807_i128 : i128
    %38 = arith.andi %true, %37 : i1
    llvm.cond_br %38 weights([2000, 1]), ^bb8, ^bb6
  ^bb8:  // pred: ^bb7
    %c0_i128 = arith.constant 0 : i128
    %39 = arith.extsi %16 : i64 to i128
    %40 = llvm.icmp "ult" %30, %39 : i128
    llvm.cond_br %40 weights([2000, 1]), ^bb9, ^bb6
  ^bb9:  // pred: ^bb8
    %41 = arith.trunci %30 : i128 to i64
    %42 = arith.muli %41, %c8_i64 : i64
    %43 = llvm.getelementptr %11[%42] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %44 = llvm.load %43 : !llvm.ptr -> i64
    %c7_i64 = arith.constant 7 : i64
    %45 = llvm.icmp "eq" %44, %c7_i64 : i64
    llvm.cond_br %45, ^bb10, ^bb11
  ^bb10:  // pred: ^bb9
    %true_5 = arith.constant true
    llvm.store %true_5, %4 : i1, !llvm.ptr
    llvm.br ^bb5
  ^bb11:  // pred: ^bb9
    llvm.br ^bb12
  ^bb12:  // pred: ^bb11
    %46 = llvm.load %2 : !llvm.ptr -> i128
    %c1_i128 = arith.constant 1 : i128
    %47 = "llvm.intr.sadd.with.overflow"(%46, %c1_i128) : (i128, i128) -> !llvm.struct<(i128, i1)>
    %48 = llvm.extractvalue %47[1] : !llvm.struct<(i128, i1)> 
    %true_6 = arith.constant true
    %49 = arith.xori %48, %true_6 : i1
    llvm.cond_br %49 weights([2000, 1]), ^bb13, ^bb6
  ^bb13:  // pred: ^bb12
    %50 = arith.addi %46, %c1_i128 : i128
    %c1_i32_7 = arith.constant 1 : i32
    llvm.store %c1_i32_7, %0 : i32, !llvm.ptr
    llvm.store %50, %2 : i128, !llvm.ptr
    llvm.br ^bb4
  ^bb14:  // pred: ^bb4
    llvm.br ^bb2
  ^bb15:  // pred: ^bb5
    llvm.br ^bb17
  ^bb16:  // pred: ^bb5
    %c7_i64_8 = arith.constant 7 : i64
    llvm.br ^bb6
  ^bb17:  // pred: ^bb15
    %51 = llvm.load %2 : !llvm.ptr -> i128
    %c0_i64_9 = arith.constant 0 : i64
    %52 = arith.muli %c0_i64_9, %c8_i64_2 : i64
    %53 = llvm.getelementptr %19[%52] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %c-9223372036854775808_i128_10 = arith.constant -9223372036854775808 : i128
    %54 = llvm.icmp "sle" %c-9223372036854775808_i128_10, %51 : i128
    %c9223372036854775807_i128_11 = arith.constant 9223372036854775807 : i128
    %55 = llvm.icmp "sle" %51, %c9223372036854775807_i128_11 : i128
    %56 = arith.andi %54, %55 : i1
    llvm.cond_br %56 weights([2000, 1]), ^bb18, ^bb6
  ^bb18:  // pred: ^bb17
    %57 = arith.trunci %51 : i128 to i64
    %58 = arith.trunci %51 : i128 to i64
    llvm.store %58, %53 : i64, !llvm.ptr
    %c0_i32_12 = arith.constant 0 : i32
    llvm.return %c0_i32_12 : i32
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
    %true = arith.constant true
    %38 = llvm.icmp "sle" %30, %c9223372036854775807_i128 : i128
    %39 = arith.andi %true, %38 : i1
    llvm.cond_br %39 weights([2000, 1]), ^bb9, ^bb8
  ^bb8:  // pred: ^bb7
    %c1_i32_8 = arith.constant 1 : i32
    llvm.store %c1_i32_8, %arg4 : i32, !llvm.ptr
    %c1_i32_9 = arith.constant 1 : i32
    %40 = llvm.getelementptr inbounds %arg4[4] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %c1_i32_9, %40 : i32, !llvm.ptr
    %c1_i32_10 = arith.constant 1 : i32
    llvm.return %c1_i32_10 : i32
  ^bb9:  // pred: ^bb7
    %c0_i128 = arith.constant 0 : i128
    %41 = arith.extsi %16 : i64 to i128
    %42 = llvm.icmp "ult" %30, %41 : i128
    llvm.cond_br %42 weights([2000, 1]), ^bb11, ^bb10
  ^bb10:  // pred: ^bb9
    %c1_i32_11 = arith.constant 1 : i32
    llvm.store %c1_i32_11, %arg4 : i32, !llvm.ptr
    %c2_i32_12 = arith.constant 2 : i32
    %43 = llvm.getelementptr inbounds %arg4[4] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %c2_i32_12, %43 : i32, !llvm.ptr
    %44 = llvm.getelementptr inbounds %arg4[16] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %30, %44 : i128, !llvm.ptr
    %45 = arith.extsi %16 : i64 to i128
    %46 = llvm.getelementptr inbounds %arg4[32] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %45, %46 : i128, !llvm.ptr
    %c1_i32_13 = arith.constant 1 : i32
    llvm.return %c1_i32_13 : i32
  ^bb11:  // pred: ^bb9
    %47 = arith.trunci %30 : i128 to i64
    %48 = arith.muli %47, %c8_i64 : i64
    %49 = llvm.getelementptr %11[%48] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %50 = llvm.load %49 : !llvm.ptr -> i64
    %c7_i64 = arith.constant 7 : i64
    %51 = llvm.icmp "eq" %50, %c7_i64 : i64
    llvm.cond_br %51, ^bb12, ^bb13
  ^bb12:  // pred: ^bb11
    %true_14 = arith.constant true
    llvm.store %true_14, %4 : i1, !llvm.ptr
    llvm.br ^bb5
  ^bb13:  // pred: ^bb11
    llvm.br ^bb14
  ^bb14:  // pred: ^bb13
    %52 = llvm.load %2 : !llvm.ptr -> i128
    %c1_i128 = arith.constant 1 : i128
    %53 = "llvm.intr.sadd.with.overflow"(%52, %c1_i128) : (i128, i128) -> !llvm.struct<(i128, i1)>
    %54 = llvm.extractvalue %53[1] : !llvm.struct<(i128, i1)> 
    %true_15 = arith.constant true
    %55 = arith.xori %54, %true_15 : i1
    llvm.cond_br %55 weights([2000, 1]), ^bb16, ^bb15
  ^bb15:  // pred: ^bb14
    %c1_i32_16 = arith.constant 1 : i32
    llvm.store %c1_i32_16, %arg4 : i32, !llvm.ptr
    %c3_i32 = arith.constant 3 : i32
    %56 = llvm.getelementptr inbounds %arg4[4] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %c3_i32, %56 : i32, !llvm.ptr
    %c1_i32_17 = arith.constant 1 : i32
    llvm.return %c1_i32_17 : i32
  ^bb16:  // pred: ^bb14
    %57 = arith.addi %52, %c1_i128 : i128
    %c1_i32_18 = arith.constant 1 : i32
    llvm.store %c1_i32_18, %0 : i32, !llvm.ptr
    llvm.store %57, %2 : i128, !llvm.ptr
    llvm.br ^bb4
  ^bb17:  // pred: ^bb4
    llvm.br ^bb2
  ^bb18:  // pred: ^bb5
    llvm.br ^bb20
  ^bb19:  // pred: ^bb5
    %c7_i64_19 = arith.constant 7 : i64
    %c1_i32_20 = arith.constant 1 : i32
    llvm.store %c1_i32_20, %arg4 : i32, !llvm.ptr
    %c4_i32 = arith.constant 4 : i32
    %58 = llvm.getelementptr inbounds %arg4[4] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %c4_i32, %58 : i32, !llvm.ptr
    %59 = arith.extsi %c7_i64_19 : i64 to i128
    %60 = llvm.getelementptr inbounds %arg4[16] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %59, %60 : i128, !llvm.ptr
    %61 = arith.extsi %16 : i64 to i128
    %62 = llvm.getelementptr inbounds %arg4[32] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %61, %62 : i128, !llvm.ptr
    %c1_i32_21 = arith.constant 1 : i32
    llvm.return %c1_i32_21 : i32
  ^bb20:  // pred: ^bb18
    %63 = llvm.load %2 : !llvm.ptr -> i128
    %c0_i64_22 = arith.constant 0 : i64
    %64 = arith.muli %c0_i64_22, %c8_i64_2 : i64
    %65 = llvm.getelementptr %19[%64] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %c-9223372036854775808_i128_23 = arith.constant -9223372036854775808 : i128
    %66 = llvm.icmp "sle" %c-9223372036854775808_i128_23, %63 : i128
    %c9223372036854775807_i128_24 = arith.constant 9223372036854775807 : i128
    %67 = llvm.icmp "sle" %63, %c9223372036854775807_i128_24 : i128
    %68 = arith.andi %66, %67 : i1
    llvm.cond_br %68 weights([2000, 1]), ^bb22, ^bb21
  ^bb21:  // pred: ^bb20
    %c1_i32_25 = arith.constant 1 : i32
    llvm.store %c1_i32_25, %arg4 : i32, !llvm.ptr
    %c5_i32 = arith.constant 5 : i32
    %69 = llvm.getelementptr inbounds %arg4[4] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %c5_i32, %69 : i32, !llvm.ptr
    %c1_i32_26 = arith.constant 1 : i32
    llvm.return %c1_i32_26 : i32
  ^bb22:  // pred: ^bb20
    %70 = arith.trunci %63 : i128 to i64
    %71 = arith.trunci %63 : i128 to i64
    llvm.store %71, %65 : i64, !llvm.ptr
    %c0_i32_27 = arith.constant 0 : i32
    llvm.return %c0_i32_27 : i32
  }
}
