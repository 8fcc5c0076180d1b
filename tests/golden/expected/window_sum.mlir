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
    %4 = llvm.alloca %c1_i64_1 x i32 : (i64) -> !llvm.ptr
    %5 = llvm.mlir.zero : i32
    llvm.store %5, %4 : i32, !llvm.ptr
    %c1_i64_2 = arith.constant 1 : i64
    %6 = llvm.alloca %c1_i64_2 x i64 : (i64) -> !llvm.ptr
    %7 = llvm.mlir.zero : i64
    llvm.store %7, %6 : i64, !llvm.ptr
    %c1_i64_3 = arith.constant 1 : i64
    %8 = llvm.alloca %c1_i64_3 x i64 : (i64) -> !llvm.ptr
    %9 = llvm.mlir.zero : i64
    llvm.store %9, %8 : i64, !llvm.ptr
    %c1_i64_4 = arith.constant 1 : i64
    %10 = llvm.alloca %c1_i64_4 x f64 : (i64) -> !llvm.ptr
    %11 = llvm.mlir.zero : f64
    llvm.store %11, %10 : f64, !llvm.ptr
    %c1_i64_5 = arith.constant 1 : i64
    %12 = llvm.alloca %c1_i64_5 x i64 : (i64) -> !llvm.ptr
    %13 = llvm.mlir.zero : i64
    llvm.store %13, %12 : i64, !llvm.ptr
    %c1_i64_6 = arith.constant 1 : i64
    %14 = llvm.alloca %c1_i64_6 x i64 : (i64) -> !llvm.ptr
    %15 = llvm.mlir.zero : i64
    llvm.store %15, %14 : i64, !llvm.ptr
    %c1_i64_7 = arith.constant 1 : i64
    %16 = llvm.alloca %c1_i64_7 x f64 : (i64) -> !llvm.ptr
    %17 = llvm.mlir.zero : f64
    llvm.store %17, %16 : f64, !llvm.ptr
    %c1_i64_8 = arith.constant 1 : i64
    %18 = llvm.alloca %c1_i64_8 x i32 : (i64) -> !llvm.ptr
    %19 = llvm.mlir.zero : i32
    llvm.store %19, %18 : i32, !llvm.ptr
    %c1_i64_9 = arith.constant 1 : i64
    %20 = llvm.alloca %c1_i64_9 x f64 : (i64) -> !llvm.ptr
    %21 = llvm.mlir.zero : f64
    llvm.store %21, %20 : f64, !llvm.ptr
    %c1_i64_10 = arith.constant 1 : i64
    %22 = llvm.alloca %c1_i64_10 x i32 : (i64) -> !llvm.ptr
    %23 = llvm.mlir.zero : i32
    llvm.store %23, %22 : i32, !llvm.ptr
    %24 = llvm.mlir.zero : !llvm.ptr
    %c1_i64_11 = arith.constant 1 : i64
    %25 = llvm.alloca %c1_i64_11 x i64 {alignment = 8 : i64} : (i64) -> !llvm.ptr
    %26 = llvm.getelementptr inbounds %arg0[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %27 = llvm.load %26 : !llvm.ptr -> !llvm.ptr
    %28 = llvm.getelementptr inbounds %arg0[56] : (!llvm.ptr) -> !llvm.ptr, i8
    %29 = llvm.load %28 : !llvm.ptr -> !llvm.ptr
    %c1_i64_12 = arith.constant 1 : i64
    %30 = llvm.alloca %c1_i64_12 x !llvm.ptr : (i64) -> !llvm.ptr
    %c1_i64_13 = arith.constant 1 : i64
    %31 = llvm.alloca %c1_i64_13 x i64 : (i64) -> !llvm.ptr
    %c1_i64_14 = arith.constant 1 : i64
    %32 = llvm.alloca %c1_i64_14 x i64 : (i64) -> !llvm.ptr
    %33 = llvm.load %arg1 : !llvm.ptr -> !llvm.ptr
    %34 = llvm.getelementptr inbounds %arg1[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %35 = llvm.load %34 : !llvm.ptr -> !llvm.ptr
    %36 = llvm.getelementptr inbounds %arg1[16] : (!llvm.ptr) -> !llvm.ptr, i8
    %37 = llvm.load %36 : !llvm.ptr -> !llvm.ptr
    %38 = llvm.load %35 : !llvm.ptr -> i64
    %39 = llvm.load %37 : !llvm.ptr -> i64
    %40 = llvm.getelementptr inbounds %arg1[24] : (!llvm.ptr) -> !llvm.ptr, i8
    %41 = llvm.load %40 : !llvm.ptr -> !llvm.ptr
    llvm.store %41, %30 : !llvm.ptr, !llvm.ptr
    %42 = llvm.getelementptr inbounds %40[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %43 = llvm.load %42 : !llvm.ptr -> !llvm.ptr
    %44 = llvm.getelementptr inbounds %40[16] : (!llvm.ptr) -> !llvm.ptr, i8
    %45 = llvm.load %44 : !llvm.ptr -> !llvm.ptr
    %46 = llvm.load %43 : !llvm.ptr -> i64
    llvm.store %46, %31 : i64, !llvm.ptr
    %47 = llvm.load %45 : !llvm.ptr -> i64
    llvm.store %47, %32 : i64, !llvm.ptr
    %c0_i32 = arith.constant 0 : i32
    llvm.store %c0_i32, %0 : i32, !llvm.ptr
    %c0_i32_15 = arith.constant 0 : i32
    llvm.store %c0_i32_15, %2 : i32, !llvm.ptr
    %c0_i32_16 = arith.constant 0 : i32
    llvm.store %c0_i32_16, %4 : i32, !llvm.ptr
    %c8_i64 = arith.constant 8 : i64
    %c3_i64 = arith.constant 3 : i64
    %48 = arith.subi %38, %c3_i64 overflow<nsw> : i64
    %c1_i64_17 = arith.constant 1 : i64
    %49 = arith.addi %48, %c1_i64_17 overflow<nsw> : i64
    llvm.store %49, %25 : i64, !llvm.ptr
    %c1_i32 = arith.constant 1 : i32
    %c1_i32_18 = arith.constant 1 : i32
    %50 = llvm.getelementptr inbounds %arg0[40] : (!llvm.ptr) -> !llvm.ptr, i8
    %51 = llvm.load %50 : !llvm.ptr -> !llvm.ptr
    %52 = llvm.call %51(%27, %c1_i32, %c1_i32_18, %25) : !llvm.ptr, (!llvm.ptr, i32, i32, !llvm.ptr) -> !llvm.ptr
    %53 = llvm.mlir.zero : !llvm.ptr
    %54 = llvm.icmp "ne" %52, %53 : !llvm.ptr
    llvm.cond_br %54 weights([2000, 1]), ^bb3, ^bb2
  ^bb1:  // pred: ^bb7
    %c2_i32 = arith.constant 2 : i32
    llvm.return %c2_i32 : i32
  ^bb2:  // 3 preds: ^bb0, ^bb3, ^bb14
    %c3_i32 = arith.constant 3 : i32
    llvm.return %c3_i32 : i32
  ^bb3:  // pred: ^bb0
    %55 = llvm.getelementptr inbounds %arg1[24] : (!llvm.ptr) -> !llvm.ptr, i8
    %56 = llvm.load %55 : !llvm.ptr -> !llvm.ptr
    llvm.store %56, %30 : !llvm.ptr, !llvm.ptr
    %57 = llvm.getelementptr inbounds %55[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %58 = llvm.load %57 : !llvm.ptr -> !llvm.ptr
    %59 = llvm.getelementptr inbounds %55[16] : (!llvm.ptr) -> !llvm.ptr, i8
    %60 = llvm.load %59 : !llvm.ptr -> !llvm.ptr
    %61 = llvm.load %58 : !llvm.ptr -> i64
    llvm.store %61, %31 : i64, !llvm.ptr
    %62 = llvm.load %60 : !llvm.ptr -> i64
    llvm.store %62, %32 : i64, !llvm.ptr
    %63 = llvm.load %30 : !llvm.ptr -> !llvm.ptr
    %64 = llvm.load %32 : !llvm.ptr -> i64
    %c8_i64_19 = arith.constant 8 : i64
    %c0_i64 = arith.constant 0 : i64
    %c1_i64_20 = arith.constant 1 : i64
    %c0_i64_21 = arith.constant 0 : i64
    %c3_i64_22 = arith.constant 3 : i64
    %c0_i64_23 = arith.constant 0 : i64
    %65 = llvm.icmp "sle" %c3_i64_22, %c0_i64_23 : i64
    %true = arith.constant true
    %66 = arith.addi %c0_i64_21, %c0_i64_23 overflow<nsw> : i64
    %67 = llvm.icmp "ult" %66, %38 : i64
    %c1_i64_24 = arith.constant 1 : i64
    %68 = arith.subi %c3_i64_22, %c1_i64_24 : i64
    %69 = arith.addi %c0_i64_21, %68 overflow<nsw> : i64
    %70 = llvm.icmp "ult" %69, %38 : i64
    %71 = arith.andi %67, %70 : i1
    %c0_i64_25 = arith.constant 0 : i64
    %72 = llvm.icmp "sle" %c0_i64_25, %38 : i64
    %73 = arith.andi %71, %72 : i1
    %74 = llvm.select %65, %true, %73 : i1, i1
    %c1_i64_26 = arith.constant 1 : i64
    %75 = arith.subi %49, %c1_i64_26 : i64
    %c3_i64_27 = arith.constant 3 : i64
    %c0_i64_28 = arith.constant 0 : i64
    %76 = llvm.icmp "sle" %c3_i64_27, %c0_i64_28 : i64
    %true_29 = arith.constant true
    %77 = arith.addi %75, %c0_i64_28 overflow<nsw> : i64
    %78 = llvm.icmp "ult" %77, %38 : i64
    %c1_i64_30 = arith.constant 1 : i64
    %79 = arith.subi %c3_i64_27, %c1_i64_30 : i64
    %80 = arith.addi %75, %79 overflow<nsw> : i64
    %81 = llvm.icmp "ult" %80, %38 : i64
    %82 = arith.andi %78, %81 : i1
    %c0_i64_31 = arith.constant 0 : i64
    %83 = llvm.icmp "sle" %c0_i64_31, %38 : i64
    %84 = arith.andi %82, %83 : i1
    %85 = llvm.select %76, %true_29, %84 : i1, i1
    %86 = arith.andi %74, %85 : i1
    %c0_i64_32 = arith.constant 0 : i64
    %87 = llvm.icmp "sle" %c0_i64_32, %38 : i64
    %88 = arith.andi %86, %87 : i1
    %89 = llvm.icmp "sle" %49, %c0_i64_21 : i64
    %true_33 = arith.constant true
    %90 = llvm.select %89, %true_33, %88 : i1, i1
    llvm.cond_br %90 weights([2000, 1]), ^bb4, ^bb2
  ^bb4:  // pred: ^bb3
    %c0_i64_34 = arith.constant 0 : i64
    llvm.br ^bb5(%c0_i64_34 : i64)
  ^bb5(%91: i64):  // 2 preds: ^bb4, ^bb24
    %92 = llvm.icmp "slt" %91, %49 : i64
    llvm.cond_br %92, ^bb6(%91 : i64), ^bb8
  ^bb6(%93: i64):  // pred: ^bb5
    llvm.store %93, %6 : i64, !llvm.ptr
    %c1_i32_35 = arith.constant 1 : i32
    llvm.store %c1_i32_35, %0 : i32, !llvm.ptr
    llvm.store %93, %8 : i64, !llvm.ptr
    %c1_i32_36 = arith.constant 1 : i32
    llvm.store %c1_i32_36, %4 : i32, !llvm.ptr
    %cst = arith.constant 0.000000e+00 : f64
    llvm.store %cst, %10 : f64, !llvm.ptr
    %c3_i64_37 = arith.constant 3 : i64
    %c0_i64_38 = arith.constant 0 : i64
    %c1_i64_39 = arith.constant 1 : i64
    %c0_i64_40 = arith.constant 0 : i64
    %94 = arith.addi %93, %c0_i64_40 overflow<nsw> : i64
    %95 = llvm.icmp "ult" %94, %38 : i64
    %c1_i64_41 = arith.constant 1 : i64
    %96 = arith.subi %c3_i64_37, %c1_i64_41 : i64
    %97 = arith.addi %93, %96 overflow<nsw> : i64
    %98 = llvm.icmp "ult" %97, %38 : i64
    %99 = arith.andi %95, %98 : i1
    %c0_i64_42 = arith.constant 0 : i64
    %100 = llvm.icmp "sle" %c0_i64_42, %38 : i64
    %101 = arith.andi %99, %100 : i1
    %102 = llvm.icmp "sle" %c3_i64_37, %c0_i64_40 : i64
    %true_43 = arith.constant true
    %103 = llvm.select %102, %true_43, %101 : i1, i1
    %c0_i64_44 = arith.constant 0 : i64
    llvm.br ^bb9(%c0_i64_44 : i64)
  ^bb7:  // pred: ^bb23
    %104 = llvm.load volatile %29 {alignment = 4 : i64} : !llvm.ptr -> i32
    %c0_i32_45 = arith.constant 0 : i32
    %105 = llvm.icmp "eq" %104, %c0_i32_45 : i32
    llvm.cond_br %105 weights([2000, 1]), ^bb24, ^bb1
  ^bb8:  // pred: ^bb5
    %c0_i32_46 = arith.constant 0 : i32
    llvm.return %c0_i32_46 : i32
  ^bb9(%106: i64):  // 2 preds: ^bb6, ^bb12
    %107 = llvm.icmp "slt" %106, %c3_i64_37 : i64
    llvm.cond_br %107, ^bb10, ^bb13
  ^bb10:  // pred: ^bb9
    llvm.br ^bb11(%106 : i64)
  ^bb11(%108: i64):  // 2 preds: ^bb10, ^bb12
    llvm.store %108, %12 : i64, !llvm.ptr
    %c1_i32_47 = arith.constant 1 : i32
    llvm.store %c1_i32_47, %2 : i32, !llvm.ptr
    llvm.store %108, %14 : i64, !llvm.ptr
    %109 = arith.addi %93, %108 overflow<nsw> : i64
    %c0_i64_48 = arith.constant 0 : i64
    %110 = llvm.icmp "ult" %109, %38 : i64
    %111 = llvm.load %6 : !llvm.ptr -> i64
    %112 = llvm.load %12 : !llvm.ptr -> i64
    %113 = arith.muli %109, %c8_i64 : i64
    %114 = llvm.getelementptr %33[%113] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %115 = llvm.load %114 : !llvm.ptr -> f64
    %cst_49 = arith.constant 0.000000e+00 : f64
    %116 = arith.cmpf ole, %cst_49, %115 : f64
    llvm.cond_br %116, ^bb14, ^bb15
  ^bb12:  // pred: ^bb16
    %c1_i64_50 = arith.constant 1 : i64
    %117 = arith.addi %108, %c1_i64_50 : i64
    %118 = llvm.icmp "slt" %117, %c3_i64_37 : i64
    llvm.cond_br %118, ^bb11(%117 : i64), ^bb9(%117 : i64)
  ^bb13:  // pred: ^bb9
    %119 = llvm.load %4 : !llvm.ptr -> i32
    %120 = llvm.load %16 : !llvm.ptr -> f64
    %c2_i32_51 = arith.constant 2 : i32
    %121 = llvm.icmp "eq" %119, %c2_i32_51 : i32
    llvm.cond_br %121, ^bb21, ^bb22
  ^bb14:  // pred: ^bb11
    %122 = llvm.load %4 : !llvm.ptr -> i32
    %123 = llvm.load %16 : !llvm.ptr -> f64
    %124 = arith.addi %93, %108 overflow<nsw> : i64
    %c0_i64_52 = arith.constant 0 : i64
    %125 = llvm.icmp "ult" %124, %38 : i64
    %126 = llvm.load %6 : !llvm.ptr -> i64
    %127 = llvm.load %12 : !llvm.ptr -> i64
    llvm.cond_br %125 weights([2000, 1]), ^bb17, ^bb2
  ^bb15:  // pred: ^bb11
    llvm.br ^bb16
  ^bb16:  // 2 preds: ^bb15, ^bb20
    llvm.br ^bb12
  ^bb17:  // pred: ^bb14
    %128 = arith.muli %124, %c8_i64 : i64
    %129 = llvm.getelementptr %33[%128] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %130 = llvm.load %129 : !llvm.ptr -> f64
    %c2_i32_53 = arith.constant 2 : i32
    %131 = llvm.icmp "eq" %122, %c2_i32_53 : i32
    llvm.cond_br %131, ^bb18, ^bb19
  ^bb18:  // pred: ^bb17
    %132 = arith.addf %123, %130 : f64
    %c0_i32_54 = arith.constant 0 : i32
    llvm.store %c0_i32_54, %18 : i32, !llvm.ptr
    llvm.store %132, %20 : f64, !llvm.ptr
    llvm.br ^bb20
  ^bb19:  // pred: ^bb17
    %cst_55 = arith.constant 0.000000e+00 : f64
    %133 = arith.addf %cst_55, %130 : f64
    %c0_i32_56 = arith.constant 0 : i32
    llvm.store %c0_i32_56, %18 : i32, !llvm.ptr
    llvm.store %133, %20 : f64, !llvm.ptr
    llvm.br ^bb20
  ^bb20:  // 2 preds: ^bb18, ^bb19
    %134 = llvm.load %20 : !llvm.ptr -> f64
    %c2_i32_57 = arith.constant 2 : i32
    llvm.store %c2_i32_57, %4 : i32, !llvm.ptr
    llvm.store %134, %16 : f64, !llvm.ptr
    llvm.br ^bb16
  ^bb21:  // pred: ^bb13
    %135 = arith.muli %93, %c8_i64_19 : i64
    %136 = llvm.getelementptr %63[%135] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    llvm.store %120, %136 : f64, !llvm.ptr
    %c0_i32_58 = arith.constant 0 : i32
    llvm.store %c0_i32_58, %22 : i32, !llvm.ptr
    llvm.br ^bb23
  ^bb22:  // pred: ^bb13
    %137 = arith.muli %93, %c8_i64_19 : i64
    %138 = llvm.getelementptr %63[%137] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %cst_59 = arith.constant 0.000000e+00 : f64
    llvm.store %cst_59, %138 : f64, !llvm.ptr
    %c0_i32_60 = arith.constant 0 : i32
    llvm.store %c0_i32_60, %22 : i32, !llvm.ptr
    llvm.br ^bb23
  ^bb23:  // 2 preds: ^bb21, ^bb22
    llvm.br ^bb7
  ^bb24:  // pred: ^bb7
    %c1_i64_61 = arith.constant 1 : i64
    %139 = arith.addi %93, %c1_i64_61 : i64
    llvm.br ^bb5(%139 : i64)
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
    %4 = llvm.alloca %c1_i64_1 x i32 : (i64) -> !llvm.ptr
    %5 = llvm.mlir.zero : i32
    llvm.store %5, %4 : i32, !llvm.ptr
    %c1_i64_2 = arith.constant 1 : i64
    %6 = llvm.alloca %c1_i64_2 x i64 : (i64) -> !llvm.ptr
    %7 = llvm.mlir.zero : i64
    llvm.store %7, %6 : i64, !llvm.ptr
    %c1_i64_3 = arith.constant 1 : i64
    %8 = llvm.alloca %c1_i64_3 x i64 : (i64) -> !llvm.ptr
    %9 = llvm.mlir.zero : i64
    llvm.store %9, %8 : i64, !llvm.ptr
    %c1_i64_4 = arith.constant 1 : i64
    %10 = llvm.alloca %c1_i64_4 x f64 : (i64) -> !llvm.ptr
    %11 = llvm.mlir.zero : f64
    llvm.store %11, %10 : f64, !llvm.ptr
    %c1_i64_5 = arith.constant 1 : i64
    %12 = llvm.alloca %c1_i64_5 x i64 : (i64) -> !llvm.ptr
    %13 = llvm.mlir.zero : i64
    llvm.store %13, %12 : i64, !llvm.ptr
    %c1_i64_6 = arith.constant 1 : i64
    %14 = llvm.alloca %c1_i64_6 x i64 : (i64) -> !llvm.ptr
    %15 = llvm.mlir.zero : i64
    llvm.store %15, %14 : i64, !llvm.ptr
    %c1_i64_7 = arith.constant 1 : i64
    %16 = llvm.alloca %c1_i64_7 x f64 : (i64) -> !llvm.ptr
    %17 = llvm.mlir.zero : f64
    llvm.store %17, %16 : f64, !llvm.ptr
    %c1_i64_8 = arith.constant 1 : i64
    %18 = llvm.alloca %c1_i64_8 x i32 : (i64) -> !llvm.ptr
    %19 = llvm.mlir.zero : i32
    llvm.store %19, %18 : i32, !llvm.ptr
    %c1_i64_9 = arith.constant 1 : i64
    %20 = llvm.alloca %c1_i64_9 x f64 : (i64) -> !llvm.ptr
    %21 = llvm.mlir.zero : f64
    llvm.store %21, %20 : f64, !llvm.ptr
    %c1_i64_10 = arith.constant 1 : i64
    %22 = llvm.alloca %c1_i64_10 x i32 : (i64) -> !llvm.ptr
    %23 = llvm.mlir.zero : i32
    llvm.store %23, %22 : i32, !llvm.ptr
    %24 = llvm.mlir.zero : !llvm.ptr
    %c1_i64_11 = arith.constant 1 : i64
    %25 = llvm.alloca %c1_i64_11 x i64 {alignment = 8 : i64} : (i64) -> !llvm.ptr
    %26 = llvm.getelementptr inbounds %arg0[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %27 = llvm.load %26 : !llvm.ptr -> !llvm.ptr
    %28 = llvm.getelementptr inbounds %arg0[56] : (!llvm.ptr) -> !llvm.ptr, i8
    %29 = llvm.load %28 : !llvm.ptr -> !llvm.ptr
    %c1_i64_12 = arith.constant 1 : i64
    %30 = llvm.alloca %c1_i64_12 x !llvm.ptr : (i64) -> !llvm.ptr
    %c1_i64_13 = arith.constant 1 : i64
    %31 = llvm.alloca %c1_i64_13 x i64 : (i64) -> !llvm.ptr
    %c1_i64_14 = arith.constant 1 : i64
    %32 = llvm.alloca %c1_i64_14 x i64 : (i64) -> !llvm.ptr
    %33 = llvm.load %arg1 : !llvm.ptr -> !llvm.ptr
    %34 = llvm.getelementptr inbounds %arg1[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %35 = llvm.load %34 : !llvm.ptr -> !llvm.ptr
    %36 = llvm.getelementptr inbounds %arg1[16] : (!llvm.ptr) -> !llvm.ptr, i8
    %37 = llvm.load %36 : !llvm.ptr -> !llvm.ptr
    %38 = llvm.load %35 : !llvm.ptr -> i64
    %39 = llvm.load %37 : !llvm.ptr -> i64
    %40 = llvm.getelementptr inbounds %arg1[24] : (!llvm.ptr) -> !llvm.ptr, i8
    %41 = llvm.load %40 : !llvm.ptr -> !llvm.ptr
    llvm.store %41, %30 : !llvm.ptr, !llvm.ptr
    %42 = llvm.getelementptr inbounds %40[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %43 = llvm.load %42 : !llvm.ptr -> !llvm.ptr
    %44 = llvm.getelementptr inbounds %40[16] : (!llvm.ptr) -> !llvm.ptr, i8
    %45 = llvm.load %44 : !llvm.ptr -> !llvm.ptr
    %46 = llvm.load %43 : !llvm.ptr -> i64
    llvm.store %46, %31 : i64, !llvm.ptr
    %47 = llvm.load %45 : !llvm.ptr -> i64
    llvm.store %47, %32 : i64, !llvm.ptr
    %c0_i32 = arith.constant 0 : i32
    llvm.store %c0_i32, %0 : i32, !llvm.ptr
    %c0_i32_15 = arith.constant 0 : i32
    llvm.store %c0_i32_15, %2 : i32, !llvm.ptr
    %c0_i32_16 = arith.constant 0 : i32
    llvm.store %c0_i32_16, %4 : i32, !llvm.ptr
    %c8_i64 = arith.constant 8 : i64
    %c3_i64 = arith.constant 3 : i64
    %48 = arith.subi %38, %c3_i64 overflow<nsw> : i64
    %c1_i64_17 = arith.constant 1 : i64
    %49 = arith.addi %48, %c1_i64_17 overflow<nsw> : i64
    llvm.store %49, %25 : i64, !llvm.ptr
    %c1_i32 = arith.constant 1 : i32
    %c1_i32_18 = arith.constant 1 : i32
    %50 = llvm.getelementptr inbounds %arg0[40] : (!llvm.ptr) -> !llvm.ptr, i8
    %51 = llvm.load %50 : !llvm.ptr -> !llvm.ptr
    %52 = llvm.call %51(%27, %c1_i32, %c1_i32_18, %25) : !llvm.ptr, (!llvm.ptr, i32, i32, !llvm.ptr) -> !llvm.ptr
    %53 = llvm.mlir.zero : !llvm.ptr
    %54 = llvm.icmp "ne" %52, %53 : !llvm.ptr
    llvm.cond_br %54 weights([2000, 1]), ^bb3, ^bb2
  ^bb1:  // pred: ^bb6
    %c2_i32 = arith.constant 2 : i32
    llvm.return %c2_i32 : i32
  ^bb2:  // pred: ^bb0
    %c1_i32_19 = arith.constant 1 : i32
    llvm.store %c1_i32_19, %arg4 : i32, !llvm.ptr
    %c0_i32_20 = arith.constant 0 : i32
    %55 = llvm.getelementptr inbounds %arg4[4] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %c0_i32_20, %55 : i32, !llvm.ptr
    %c1_i32_21 = arith.constant 1 : i32
    llvm.return %c1_i32_21 : i32
  ^bb3:  // pred: ^bb0
    %56 = llvm.getelementptr inbounds %arg1[24] : (!llvm.ptr) -> !llvm.ptr, i8
    %57 = llvm.load %56 : !llvm.ptr -> !llvm.ptr
    llvm.store %57, %30 : !llvm.ptr, !llvm.ptr
    %58 = llvm.getelementptr inbounds %56[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %59 = llvm.load %58 : !llvm.ptr -> !llvm.ptr
    %60 = llvm.getelementptr inbounds %56[16] : (!llvm.ptr) -> !llvm.ptr, i8
    %61 = llvm.load %60 : !llvm.ptr -> !llvm.ptr
    %62 = llvm.load %59 : !llvm.ptr -> i64
    llvm.store %62, %31 : i64, !llvm.ptr
    %63 = llvm.load %61 : !llvm.ptr -> i64
    llvm.store %63, %32 : i64, !llvm.ptr
    %64 = llvm.load %30 : !llvm.ptr -> !llvm.ptr
    %65 = llvm.load %32 : !llvm.ptr -> i64
    %c8_i64_22 = arith.constant 8 : i64
    %c0_i64 = arith.constant 0 : i64
    %c1_i64_23 = arith.constant 1 : i64
    %c0_i64_24 = arith.constant 0 : i64
    llvm.br ^bb4(%c0_i64_24 : i64)
  ^bb4(%66: i64):  // 2 preds: ^bb3, ^bb26
    %67 = llvm.icmp "slt" %66, %49 : i64
    llvm.cond_br %67, ^bb5(%66 : i64), ^bb7
  ^bb5(%68: i64):  // pred: ^bb4
    llvm.store %68, %6 : i64, !llvm.ptr
    %c1_i32_25 = arith.constant 1 : i32
    llvm.store %c1_i32_25, %0 : i32, !llvm.ptr
    llvm.store %68, %8 : i64, !llvm.ptr
    %c1_i32_26 = arith.constant 1 : i32
    llvm.store %c1_i32_26, %4 : i32, !llvm.ptr
    %cst = arith.constant 0.000000e+00 : f64
    llvm.store %cst, %10 : f64, !llvm.ptr
    %c3_i64_27 = arith.constant 3 : i64
    %c0_i64_28 = arith.constant 0 : i64
    %c1_i64_29 = arith.constant 1 : i64
    %c0_i64_30 = arith.constant 0 : i64
    llvm.br ^bb8(%c0_i64_30 : i64)
  ^bb6:  // pred: ^bb25
    %69 = llvm.load volatile %29 {alignment = 4 : i64} : !llvm.ptr -> i32
    %c0_i32_31 = arith.constant 0 : i32
    %70 = llvm.icmp "eq" %69, %c0_i32_31 : i32
    llvm.cond_br %70 weights([2000, 1]), ^bb26, ^bb1
  ^bb7:  // pred: ^bb4
    %c0_i32_32 = arith.constant 0 : i32
    llvm.return %c0_i32_32 : i32
  ^bb8(%71: i64):  // 2 preds: ^bb5, ^bb11
    %72 = llvm.icmp "slt" %71, %c3_i64_27 : i64
    llvm.cond_br %72, ^bb9, ^bb12
  ^bb9:  // pred: ^bb8
    llvm.br ^bb10(%71 : i64)
  ^bb10(%73: i64):  // 2 preds: ^bb9, ^bb11
    llvm.store %73, %12 : i64, !llvm.ptr
    %c1_i32_33 = arith.constant 1 : i32
    llvm.store %c1_i32_33, %2 : i32, !llvm.ptr
    llvm.store %73, %14 : i64, !llvm.ptr
    %74 = arith.addi %68, %73 overflow<nsw> : i64
    %c0_i64_34 = arith.constant 0 : i64
    %75 = llvm.icmp "ult" %74, %38 : i64
    %76 = llvm.load %6 : !llvm.ptr -> i64
    %77 = llvm.load %12 : !llvm.ptr -> i64
    llvm.cond_br %75 weights([2000, 1]), ^bb14, ^bb13
  ^bb11:  // pred: ^bb17
    %c1_i64_35 = arith.constant 1 : i64
    %78 = arith.addi %73, %c1_i64_35 : i64
    %79 = llvm.icmp "slt" %78, %c3_i64_27 : i64
    llvm.cond_br %79, ^bb10(%78 : i64), ^bb8(%78 : i64)
  ^bb12:  // pred: ^bb8
    %80 = llvm.load %4 : !llvm.ptr -> i32
    %81 = llvm.load %16 : !llvm.ptr -> f64
    %c2_i32_36 = arith.constant 2 : i32
    %82 = llvm.icmp "eq" %80, %c2_i32_36 : i32
    llvm.cond_br %82, ^bb23, ^bb24
  ^bb13:  // pred: ^bb10
    %c1_i32_37 = arith.constant 1 : i32
    llvm.store %c1_i32_37, %arg4 : i32, !llvm.ptr
    %c1_i32_38 = arith.constant 1 : i32
    %83 = llvm.getelementptr inbounds %arg4[4] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %c1_i32_38, %83 : i32, !llvm.ptr
    %84 = arith.extsi %74 : i64 to i128
    %85 = llvm.getelementptr inbounds %arg4[16] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %84, %85 : i128, !llvm.ptr
    %86 = arith.extsi %38 : i64 to i128
    %87 = llvm.getelementptr inbounds %arg4[32] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %86, %87 : i128, !llvm.ptr
    %88 = arith.extsi %76 : i64 to i128
    %89 = llvm.getelementptr inbounds %arg4[48] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %88, %89 : i128, !llvm.ptr
    %90 = arith.extsi %77 : i64 to i128
    %91 = llvm.getelementptr inbounds %arg4[64] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %90, %91 : i128, !llvm.ptr
    %c1_i32_39 = arith.constant 1 : i32
    llvm.return %c1_i32_39 : i32
  ^bb14:  // pred: ^bb10
    %92 = arith.muli %74, %c8_i64 : i64
    %93 = llvm.getelementptr %33[%92] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %94 = llvm.load %93 : !llvm.ptr -> f64
    %cst_40 = arith.constant 0.000000e+00 : f64
    %95 = arith.cmpf ole, %cst_40, %94 : f64
    llvm.cond_br %95, ^bb15, ^bb16
  ^bb15:  // pred: ^bb14
    %96 = llvm.load %4 : !llvm.ptr -> i32
    %97 = llvm.load %16 : !llvm.ptr -> f64
    %98 = arith.addi %68, %73 overflow<nsw> : i64
    %c0_i64_41 = arith.constant 0 : i64
    %99 = llvm.icmp "ult" %98, %38 : i64
    %100 = llvm.load %6 : !llvm.ptr -> i64
    %101 = llvm.load %12 : !llvm.ptr -> i64
    llvm.cond_br %99 weights([2000, 1]), ^bb19, ^bb18
  ^bb16:  // pred: ^bb14
    llvm.br ^bb17
  ^bb17:  // 2 preds: ^bb16, ^bb22
    llvm.br ^bb11
  ^bb18:  // pred: ^bb15
    %c1_i32_42 = arith.constant 1 : i32
    llvm.store %c1_i32_42, %arg4 : i32, !llvm.ptr
    %c2_i32_43 = arith.constant 2 : i32
    %102 = llvm.getelementptr inbounds %arg4[4] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %c2_i32_43, %102 : i32, !llvm.ptr
    %103 = arith.extsi %98 : i64 to i128
    %104 = llvm.getelementptr inbounds %arg4[16] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %103, %104 : i128, !llvm.ptr
    %105 = arith.extsi %38 : i64 to i128
    %106 = llvm.getelementptr inbounds %arg4[32] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %105, %106 : i128, !llvm.ptr
    %107 = arith.extsi %100 : i64 to i128
    %108 = llvm.getelementptr inbounds %arg4[48] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %107, %108 : i128, !llvm.ptr
    %109 = arith.extsi %101 : i64 to i128
    %110 = llvm.getelementptr inbounds %arg4[64] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %109, %110 : i128, !llvm.ptr
    %c1_i32_44 = arith.constant 1 : i32
    llvm.return %c1_i32_44 : i32
  ^bb19:  // pred: ^bb15
    %111 = arith.muli %98, %c8_i64 : i64
    %112 = llvm.getelementptr %33[%111] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %113 = llvm.load %112 : !llvm.ptr -> f64
    %c2_i32_45 = arith.constant 2 : i32
    %114 = llvm.icmp "eq" %96, %c2_i32_45 : i32
    llvm.cond_br %114, ^bb20, ^bb21
  ^bb20:  // pred: ^bb19
    %115 = arith.addf %97, %113 : f64
    %c0_i32_46 = arith.constant 0 : i32
    llvm.store %c0_i32_46, %18 : i32, !llvm.ptr
    llvm.store %115, %20 : f64, !llvm.ptr
    llvm.br ^bb22
  ^bb21:  // pred: ^bb19
    %cst_47 = arith.constant 0.000000e+00 : f64
    %116 = arith.addf %cst_47, %113 : f64
    %c0_i32_48 = arith.constant 0 : i32
    llvm.store %c0_i32_48, %18 : i32, !llvm.ptr
    llvm.store %116, %20 : f64, !llvm.ptr
    llvm.br ^bb22
  ^bb22:  // 2 preds: ^bb20, ^bb21
    %117 = llvm.load %20 : !llvm.ptr -> f64
    %c2_i32_49 = arith.constant 2 : i32
    llvm.store %c2_i32_49, %4 : i32, !llvm.ptr
    llvm.store %117, %16 : f64, !llvm.ptr
    llvm.br ^bb17
  ^bb23:  // pred: ^bb12
    %118 = arith.muli %68, %c8_i64_22 : i64
    %119 = llvm.getelementptr %64[%118] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    llvm.store %81, %119 : f64, !llvm.ptr
    %c0_i32_50 = arith.constant 0 : i32
    llvm.store %c0_i32_50, %22 : i32, !llvm.ptr
    llvm.br ^bb25
  ^bb24:  // pred: ^bb12
    %120 = arith.muli %68, %c8_i64_22 : i64
    %121 = llvm.getelementptr %64[%120] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %cst_51 = arith.constant 0.000000e+00 : f64
    llvm.store %cst_51, %121 : f64, !llvm.ptr
    %c0_i32_52 = arith.constant 0 : i32
    llvm.store %c0_i32_52, %22 : i32, !llvm.ptr
    llvm.br ^bb25
  ^bb25:  // 2 preds: ^bb23, ^bb24
    llvm.br ^bb6
  ^bb26:  // pred: ^bb6
    %c1_i64_53 = arith.constant 1 : i64
    %122 = arith.addi %68, %c1_i64_53 : i64
    llvm.br ^bb4(%122 : i64)
  }
}
