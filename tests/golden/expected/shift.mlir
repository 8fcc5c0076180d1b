module {
  llvm.func @pyasc_kernel_fast(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: !llvm.ptr, %arg3: !llvm.ptr, %arg4: !llvm.ptr) -> i32 {
    %0 = llvm.mlir.zero : !llvm.ptr
    %1 = llvm.getelementptr inbounds %arg0[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %2 = llvm.load %1 : !llvm.ptr -> !llvm.ptr
    %3 = llvm.getelementptr inbounds %arg0[56] : (!llvm.ptr) -> !llvm.ptr, i8
    %4 = llvm.load %3 : !llvm.ptr -> !llvm.ptr
    %5 = llvm.load %arg1 : !llvm.ptr -> !llvm.ptr
    %6 = llvm.getelementptr inbounds %arg1[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %7 = llvm.load %6 : !llvm.ptr -> !llvm.ptr
    %8 = llvm.getelementptr inbounds %arg1[16] : (!llvm.ptr) -> !llvm.ptr, i8
    %9 = llvm.load %8 : !llvm.ptr -> !llvm.ptr
    %10 = llvm.load %7 : !llvm.ptr -> i64
    %11 = llvm.load %9 : !llvm.ptr -> i64
    %c4_i64 = arith.constant 4 : i64
    %c1_i64 = arith.constant 1 : i64
    %12 = arith.subi %10, %c1_i64 overflow<nsw> : i64
    %c-1_i64 = arith.constant -1 : i64
    %13 = arith.addi %c-1_i64, %10 overflow<nsw> : i64
    %14 = llvm.icmp "slt" %10, %13 : i64
    %15 = llvm.select %14, %10, %13 : i1, i64
    %c0_i64 = arith.constant 0 : i64
    %16 = arith.subi %c0_i64, %15 overflow<nsw> : i64
    %c1_i64_0 = arith.constant 1 : i64
    %17 = arith.divsi %16, %c1_i64_0 : i64
    %18 = arith.muli %17, %c1_i64_0 : i64
    %19 = arith.subi %16, %18 : i64
    %c1_i64_1 = arith.constant 1 : i64
    %20 = arith.subi %17, %c1_i64_1 : i64
    %c0_i64_2 = arith.constant 0 : i64
    %21 = llvm.icmp "ne" %19, %c0_i64_2 : i64
    %22 = arith.xori %19, %c1_i64_0 : i64
    %23 = llvm.icmp "slt" %22, %c0_i64_2 : i64
    %24 = arith.andi %21, %23 : i1
    %25 = llvm.select %24, %20, %17 : i1, i64
    %c0_i64_3 = arith.constant 0 : i64
    %26 = arith.subi %c0_i64_3, %25 overflow<nsw> : i64
    %c0_i64_4 = arith.constant 0 : i64
    %27 = arith.muli %c0_i64_4, %c4_i64 : i64
    %28 = llvm.getelementptr %5[%27] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %c1_i64_5 = arith.constant 1 : i64
    %29 = arith.muli %c4_i64, %c1_i64_5 : i64
    %c1_i64_6 = arith.constant 1 : i64
    %30 = arith.subi %10, %c1_i64_6 overflow<nsw> : i64
    %c1_i64_7 = arith.constant 1 : i64
    %31 = arith.subi %c1_i64_7, %10 overflow<nsw> : i64
    %c1_i64_8 = arith.constant 1 : i64
    %32 = arith.divsi %31, %c1_i64_8 : i64
    %33 = arith.muli %32, %c1_i64_8 : i64
    %34 = arith.subi %31, %33 : i64
    %c1_i64_9 = arith.constant 1 : i64
    %35 = arith.subi %32, %c1_i64_9 : i64
    %c0_i64_10 = arith.constant 0 : i64
    %36 = llvm.icmp "ne" %34, %c0_i64_10 : i64
    %37 = arith.xori %34, %c1_i64_8 : i64
    %38 = llvm.icmp "slt" %37, %c0_i64_10 : i64
    %39 = arith.andi %36, %38 : i1
    %40 = llvm.select %39, %35, %32 : i1, i64
    %c0_i64_11 = arith.constant 0 : i64
    %41 = arith.subi %c0_i64_11, %40 overflow<nsw> : i64
    %c1_i64_12 = arith.constant 1 : i64
    %42 = arith.muli %c1_i64_12, %c4_i64 : i64
    %43 = llvm.getelementptr %5[%42] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %c1_i64_13 = arith.constant 1 : i64
    %44 = arith.muli %c4_i64, %c1_i64_13 : i64
    %c1_i64_14 = arith.constant 1 : i64
    %45 = llvm.icmp "eq" %26, %41 : i64
    %46 = llvm.icmp "eq" %26, %c1_i64_14 : i64
    %47 = arith.ori %45, %46 : i1
    llvm.cond_br %47 weights([2000, 1]), ^bb3, ^bb2
  ^bb1:  // 3 preds: ^bb8, ^bb15, ^bb21
    %c2_i32 = arith.constant 2 : i32
    llvm.return %c2_i32 : i32
  ^bb2:  // 2 preds: ^bb0, ^bb5
    %c3_i32 = arith.constant 3 : i32
    llvm.return %c3_i32 : i32
  ^bb3:  // pred: ^bb0
    %c0_i64_15 = arith.constant 0 : i64
    %c1_i64_16 = arith.constant 1 : i64
    %48 = llvm.icmp "eq" %26, %c1_i64_16 : i64
    %49 = llvm.select %48, %c0_i64_15, %29 : i1, i64
    %50 = llvm.ptrtoint %43 : !llvm.ptr to i64
    %c0_i64_17 = arith.constant 0 : i64
    %c4_i64_18 = arith.constant 4 : i64
    %51 = arith.addi %50, %c4_i64_18 : i64
    %c1_i64_19 = arith.constant 1 : i64
    %52 = arith.subi %41, %c1_i64_19 : i64
    %53 = arith.muli %52, %44 : i64
    %54 = llvm.icmp "slt" %53, %c0_i64_17 : i64
    %55 = llvm.select %54, %53, %c0_i64_17 : i1, i64
    %56 = llvm.select %54, %c0_i64_17, %53 : i1, i64
    %57 = arith.addi %50, %55 : i64
    %58 = arith.addi %51, %56 : i64
    %59 = llvm.icmp "eq" %28, %43 : !llvm.ptr
    %60 = llvm.icmp "eq" %49, %44 : i64
    %c1_i64_20 = arith.constant 1 : i64
    %61 = llvm.icmp "sle" %41, %c1_i64_20 : i64
    %62 = arith.ori %60, %61 : i1
    %63 = arith.andi %59, %62 : i1
    %64 = llvm.ptrtoint %28 : !llvm.ptr to i64
    %c0_i64_21 = arith.constant 0 : i64
    %c4_i64_22 = arith.constant 4 : i64
    %65 = arith.addi %64, %c4_i64_22 : i64
    %c1_i64_23 = arith.constant 1 : i64
    %66 = arith.subi %41, %c1_i64_23 : i64
    %67 = arith.muli %66, %49 : i64
    %68 = llvm.icmp "slt" %67, %c0_i64_21 : i64
    %69 = llvm.select %68, %67, %c0_i64_21 : i1, i64
    %70 = llvm.select %68, %c0_i64_21, %67 : i1, i64
    %71 = arith.addi %64, %69 : i64
    %72 = arith.addi %65, %70 : i64
    %73 = llvm.icmp "ule" %72, %57 : i64
    %74 = llvm.icmp "ule" %58, %71 : i64
    %75 = arith.ori %74, %73 : i1
    %76 = arith.ori %75, %63 : i1
    %c0_i64_24 = arith.constant 0 : i64
    %77 = llvm.icmp "eq" %41, %c0_i64_24 : i64
    %78 = arith.ori %76, %77 : i1
    llvm.cond_br %78, ^bb4, ^bb5
  ^bb4:  // pred: ^bb3
    %c0_i64_25 = arith.constant 0 : i64
    llvm.br ^bb7(%c0_i64_25 : i64)
  ^bb5:  // pred: ^bb3
    %c4_i64_26 = arith.constant 4 : i64
    %79 = arith.muli %c4_i64_26, %41 : i64
    %80 = llvm.getelementptr inbounds %arg0[24] : (!llvm.ptr) -> !llvm.ptr, i8
    %81 = llvm.load %80 : !llvm.ptr -> !llvm.ptr
    %82 = llvm.call %81(%2) : !llvm.ptr, (!llvm.ptr) -> i64
    %83 = llvm.getelementptr inbounds %arg0[16] : (!llvm.ptr) -> !llvm.ptr, i8
    %84 = llvm.load %83 : !llvm.ptr -> !llvm.ptr
    %85 = llvm.call %84(%2, %79) : !llvm.ptr, (!llvm.ptr, i64) -> !llvm.ptr
    %86 = llvm.mlir.zero : !llvm.ptr
    %87 = llvm.icmp "ne" %85, %86 : !llvm.ptr
    llvm.cond_br %87 weights([2000, 1]), ^bb13, ^bb2
  ^bb6:  // 2 preds: ^bb11, ^bb24
    %c0_i32 = arith.constant 0 : i32
    llvm.return %c0_i32 : i32
  ^bb7(%88: i64):  // 2 preds: ^bb4, ^bb10
    %89 = llvm.icmp "slt" %88, %41 : i64
    llvm.cond_br %89, ^bb8, ^bb11
  ^bb8:  // pred: ^bb7
    %90 = llvm.load volatile %4 {alignment = 4 : i64} : !llvm.ptr -> i32
    %c0_i32_27 = arith.constant 0 : i32
    %91 = llvm.icmp "eq" %90, %c0_i32_27 : i32
    llvm.cond_br %91 weights([2000, 1]), ^bb12, ^bb1
  ^bb9(%92: i64):  // 2 preds: ^bb10, ^bb12
    %93 = arith.muli %92, %44 : i64
    %94 = llvm.getelementptr %43[%93] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %95 = arith.muli %92, %49 : i64
    %96 = llvm.getelementptr %28[%95] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %97 = llvm.load %96 : !llvm.ptr -> i32
    llvm.store %97, %94 : i32, !llvm.ptr
    llvm.br ^bb10
  ^bb10:  // pred: ^bb9
    %c1_i64_28 = arith.constant 1 : i64
    %98 = arith.addi %92, %c1_i64_28 : i64
    %99 = llvm.icmp "slt" %98, %102 : i64
    llvm.cond_br %99, ^bb9(%98 : i64), ^bb7(%98 : i64)
  ^bb11:  // pred: ^bb7
    llvm.br ^bb6
  ^bb12:  // pred: ^bb8
    %100 = arith.subi %41, %88 : i64
    %c4096_i64 = arith.constant 4096 : i64
    %101 = arith.minsi %100, %c4096_i64 : i64
    %102 = arith.addi %88, %101 : i64
    llvm.br ^bb9(%88 : i64)
  ^bb13:  // pred: ^bb5
    %c0_i64_29 = arith.constant 0 : i64
    llvm.br ^bb14(%c0_i64_29 : i64)
  ^bb14(%103: i64):  // 2 preds: ^bb13, ^bb17
    %104 = llvm.icmp "slt" %103, %41 : i64
    llvm.cond_br %104, ^bb15, ^bb18
  ^bb15:  // pred: ^bb14
    %105 = llvm.load volatile %4 {alignment = 4 : i64} : !llvm.ptr -> i32
    %c0_i32_30 = arith.constant 0 : i32
    %106 = llvm.icmp "eq" %105, %c0_i32_30 : i32
    llvm.cond_br %106 weights([2000, 1]), ^bb19, ^bb1
  ^bb16(%107: i64):  // 2 preds: ^bb17, ^bb19
    %108 = arith.muli %107, %c4_i64_26 : i64
    %109 = llvm.getelementptr %85[%108] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %110 = arith.muli %107, %49 : i64
    %111 = llvm.getelementptr %28[%110] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %112 = llvm.load %111 : !llvm.ptr -> i32
    llvm.store %112, %109 : i32, !llvm.ptr
    llvm.br ^bb17
  ^bb17:  // pred: ^bb16
    %c1_i64_31 = arith.constant 1 : i64
    %113 = arith.addi %107, %c1_i64_31 : i64
    %114 = llvm.icmp "slt" %113, %117 : i64
    llvm.cond_br %114, ^bb16(%113 : i64), ^bb14(%113 : i64)
  ^bb18:  // pred: ^bb14
    %c0_i64_32 = arith.constant 0 : i64
    llvm.br ^bb20(%c0_i64_32 : i64)
  ^bb19:  // pred: ^bb15
    %115 = arith.subi %41, %103 : i64
    %c4096_i64_33 = arith.constant 4096 : i64
    %116 = arith.minsi %115, %c4096_i64_33 : i64
    %117 = arith.addi %103, %116 : i64
    llvm.br ^bb16(%103 : i64)
  ^bb20(%118: i64):  // 2 preds: ^bb18, ^bb23
    %119 = llvm.icmp "slt" %118, %41 : i64
    llvm.cond_br %119, ^bb21, ^bb24
  ^bb21:  // pred: ^bb20
    %120 = llvm.load volatile %4 {alignment = 4 : i64} : !llvm.ptr -> i32
    %c0_i32_34 = arith.constant 0 : i32
    %121 = llvm.icmp "eq" %120, %c0_i32_34 : i32
    llvm.cond_br %121 weights([2000, 1]), ^bb25, ^bb1
  ^bb22(%122: i64):  // 2 preds: ^bb23, ^bb25
    %123 = arith.muli %122, %44 : i64
    %124 = llvm.getelementptr %43[%123] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %125 = arith.muli %122, %c4_i64_26 : i64
    %126 = llvm.getelementptr %85[%125] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %127 = llvm.load %126 : !llvm.ptr -> i32
    llvm.store %127, %124 : i32, !llvm.ptr
    llvm.br ^bb23
  ^bb23:  // pred: ^bb22
    %c1_i64_35 = arith.constant 1 : i64
    %128 = arith.addi %122, %c1_i64_35 : i64
    %129 = llvm.icmp "slt" %128, %134 : i64
    llvm.cond_br %129, ^bb22(%128 : i64), ^bb20(%128 : i64)
  ^bb24:  // pred: ^bb20
    %130 = llvm.getelementptr inbounds %arg0[32] : (!llvm.ptr) -> !llvm.ptr, i8
    %131 = llvm.load %130 : !llvm.ptr -> !llvm.ptr
    llvm.call %131(%2, %82) : !llvm.ptr, (!llvm.ptr, i64) -> ()
    llvm.br ^bb6
  ^bb25:  // pred: ^bb21
    %132 = arith.subi %41, %118 : i64
    %c4096_i64_36 = arith.constant 4096 : i64
    %133 = arith.minsi %132, %c4096_i64_36 : i64
    %134 = arith.addi %118, %133 : i64
    llvm.br ^bb22(%118 : i64)
  }
  llvm.func @pyasc_kernel_checked(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: !llvm.ptr, %arg3: !llvm.ptr, %arg4: !llvm.ptr) -> i32 {
    %0 = llvm.mlir.zero : !llvm.ptr
    %1 = llvm.getelementptr inbounds %arg0[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %2 = llvm.load %1 : !llvm.ptr -> !llvm.ptr
    %3 = llvm.getelementptr inbounds %arg0[56] : (!llvm.ptr) -> !llvm.ptr, i8
    %4 = llvm.load %3 : !llvm.ptr -> !llvm.ptr
    %5 = llvm.load %arg1 : !llvm.ptr -> !llvm.ptr
    %6 = llvm.getelementptr inbounds %arg1[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %7 = llvm.load %6 : !llvm.ptr -> !llvm.ptr
    %8 = llvm.getelementptr inbounds %arg1[16] : (!llvm.ptr) -> !llvm.ptr, i8
    %9 = llvm.load %8 : !llvm.ptr -> !llvm.ptr
    %10 = llvm.load %7 : !llvm.ptr -> i64
    %11 = llvm.load %9 : !llvm.ptr -> i64
    %c4_i64 = arith.constant 4 : i64
    %c1_i64 = arith.constant 1 : i64
    %12 = arith.subi %10, %c1_i64 overflow<nsw> : i64
    %c-1_i64 = arith.constant -1 : i64
    %13 = arith.addi %c-1_i64, %10 overflow<nsw> : i64
    %14 = llvm.icmp "slt" %10, %13 : i64
    %15 = llvm.select %14, %10, %13 : i1, i64
    %c0_i64 = arith.constant 0 : i64
    %16 = arith.subi %c0_i64, %15 overflow<nsw> : i64
    %c1_i64_0 = arith.constant 1 : i64
    %17 = arith.divsi %16, %c1_i64_0 : i64
    %18 = arith.muli %17, %c1_i64_0 : i64
    %19 = arith.subi %16, %18 : i64
    %c1_i64_1 = arith.constant 1 : i64
    %20 = arith.subi %17, %c1_i64_1 : i64
    %c0_i64_2 = arith.constant 0 : i64
    %21 = llvm.icmp "ne" %19, %c0_i64_2 : i64
    %22 = arith.xori %19, %c1_i64_0 : i64
    %23 = llvm.icmp "slt" %22, %c0_i64_2 : i64
    %24 = arith.andi %21, %23 : i1
    %25 = llvm.select %24, %20, %17 : i1, i64
    %c0_i64_3 = arith.constant 0 : i64
    %26 = arith.subi %c0_i64_3, %25 overflow<nsw> : i64
    %c0_i64_4 = arith.constant 0 : i64
    %27 = arith.muli %c0_i64_4, %c4_i64 : i64
    %28 = llvm.getelementptr %5[%27] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %c1_i64_5 = arith.constant 1 : i64
    %29 = arith.muli %c4_i64, %c1_i64_5 : i64
    %c1_i64_6 = arith.constant 1 : i64
    %30 = arith.subi %10, %c1_i64_6 overflow<nsw> : i64
    %c1_i64_7 = arith.constant 1 : i64
    %31 = arith.subi %c1_i64_7, %10 overflow<nsw> : i64
    %c1_i64_8 = arith.constant 1 : i64
    %32 = arith.divsi %31, %c1_i64_8 : i64
    %33 = arith.muli %32, %c1_i64_8 : i64
    %34 = arith.subi %31, %33 : i64
    %c1_i64_9 = arith.constant 1 : i64
    %35 = arith.subi %32, %c1_i64_9 : i64
    %c0_i64_10 = arith.constant 0 : i64
    %36 = llvm.icmp "ne" %34, %c0_i64_10 : i64
    %37 = arith.xori %34, %c1_i64_8 : i64
    %38 = llvm.icmp "slt" %37, %c0_i64_10 : i64
    %39 = arith.andi %36, %38 : i1
    %40 = llvm.select %39, %35, %32 : i1, i64
    %c0_i64_11 = arith.constant 0 : i64
    %41 = arith.subi %c0_i64_11, %40 overflow<nsw> : i64
    %c1_i64_12 = arith.constant 1 : i64
    %42 = arith.muli %c1_i64_12, %c4_i64 : i64
    %43 = llvm.getelementptr %5[%42] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %c1_i64_13 = arith.constant 1 : i64
    %44 = arith.muli %c4_i64, %c1_i64_13 : i64
    %c1_i64_14 = arith.constant 1 : i64
    %45 = llvm.icmp "eq" %26, %41 : i64
    %46 = llvm.icmp "eq" %26, %c1_i64_14 : i64
    %47 = arith.ori %45, %46 : i1
    llvm.cond_br %47 weights([2000, 1]), ^bb3, ^bb2
  ^bb1:  // 3 preds: ^bb8, ^bb16, ^bb22
    %c2_i32 = arith.constant 2 : i32
    llvm.return %c2_i32 : i32
  ^bb2:  // pred: ^bb0
    %c1_i32 = arith.constant 1 : i32
    llvm.store %c1_i32, %arg4 : i32, !llvm.ptr
    %c0_i32 = arith.constant 0 : i32
    %48 = llvm.getelementptr inbounds %arg4[4] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %c0_i32, %48 : i32, !llvm.ptr
    %49 = arith.extsi %26 : i64 to i128
    %50 = llvm.getelementptr inbounds %arg4[16] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %49, %50 : i128, !llvm.ptr
    %51 = arith.extsi %41 : i64 to i128
    %52 = llvm.getelementptr inbounds %arg4[32] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %51, %52 : i128, !llvm.ptr
    %c1_i32_15 = arith.constant 1 : i32
    llvm.return %c1_i32_15 : i32
  ^bb3:  // pred: ^bb0
    %c0_i64_16 = arith.constant 0 : i64
    %c1_i64_17 = arith.constant 1 : i64
    %53 = llvm.icmp "eq" %26, %c1_i64_17 : i64
    %54 = llvm.select %53, %c0_i64_16, %29 : i1, i64
    %55 = llvm.ptrtoint %43 : !llvm.ptr to i64
    %c0_i64_18 = arith.constant 0 : i64
    %c4_i64_19 = arith.constant 4 : i64
    %56 = arith.addi %55, %c4_i64_19 : i64
    %c1_i64_20 = arith.constant 1 : i64
    %57 = arith.subi %41, %c1_i64_20 : i64
    %58 = arith.muli %57, %44 : i64
    %59 = llvm.icmp "slt" %58, %c0_i64_18 : i64
    %60 = llvm.select %59, %58, %c0_i64_18 : i1, i64
    %61 = llvm.select %59, %c0_i64_18, %58 : i1, i64
    %62 = arith.addi %55, %60 : i64
    %63 = arith.addi %56, %61 : i64
    %64 = llvm.icmp "eq" %28, %43 : !llvm.ptr
    %65 = llvm.icmp "eq" %54, %44 : i64
    %c1_i64_21 = arith.constant 1 : i64
    %66 = llvm.icmp "sle" %41, %c1_i64_21 : i64
    %67 = arith.ori %65, %66 : i1
    %68 = arith.andi %64, %67 : i1
    %69 = llvm.ptrtoint %28 : !llvm.ptr to i64
    %c0_i64_22 = arith.constant 0 : i64
    %c4_i64_23 = arith.constant 4 : i64
    %70 = arith.addi %69, %c4_i64_23 : i64
    %c1_i64_24 = arith.constant 1 : i64
    %71 = arith.subi %41, %c1_i64_24 : i64
    %72 = arith.muli %71, %54 : i64
    %73 = llvm.icmp "slt" %72, %c0_i64_22 : i64
    %74 = llvm.select %73, %72, %c0_i64_22 : i1, i64
    %75 = llvm.select %73, %c0_i64_22, %72 : i1, i64
    %76 = arith.addi %69, %74 : i64
    %77 = arith.addi %70, %75 : i64
    %78 = llvm.icmp "ule" %77, %62 : i64
    %79 = llvm.icmp "ule" %63, %76 : i64
    %80 = arith.ori %79, %78 : i1
    %81 = arith.ori %80, %68 : i1
    %c0_i64_25 = arith.constant 0 : i64
    %82 = llvm.icmp "eq" %41, %c0_i64_25 : i64
    %83 = arith.ori %81, %82 : i1
    llvm.cond_br %83, ^bb4, ^bb5
  ^bb4:  // pred: ^bb3
    %c0_i64_26 = arith.constant 0 : i64
    llvm.br ^bb7(%c0_i64_26 : i64)
  ^bb5:  // pred: ^bb3
    %c4_i64_27 = arith.constant 4 : i64
    %84 = arith.muli %c4_i64_27, %41 : i64
    %85 = llvm.getelementptr inbounds %arg0[24] : (!llvm.ptr) -> !llvm.ptr, i8
    %86 = llvm.load %85 : !llvm.ptr -> !llvm.ptr
    %87 = llvm.call %86(%2) : !llvm.ptr, (!llvm.ptr) -> i64
    %88 = llvm.getelementptr inbounds %arg0[16] : (!llvm.ptr) -> !llvm.ptr, i8
    %89 = llvm.load %88 : !llvm.ptr -> !llvm.ptr
    %90 = llvm.call %89(%2, %84) : !llvm.ptr, (!llvm.ptr, i64) -> !llvm.ptr
    %91 = llvm.mlir.zero : !llvm.ptr
    %92 = llvm.icmp "ne" %90, %91 : !llvm.ptr
    llvm.cond_br %92 weights([2000, 1]), ^bb14, ^bb13
  ^bb6:  // 2 preds: ^bb11, ^bb25
    %c0_i32_28 = arith.constant 0 : i32
    llvm.return %c0_i32_28 : i32
  ^bb7(%93: i64):  // 2 preds: ^bb4, ^bb10
    %94 = llvm.icmp "slt" %93, %41 : i64
    llvm.cond_br %94, ^bb8, ^bb11
  ^bb8:  // pred: ^bb7
    %95 = llvm.load volatile %4 {alignment = 4 : i64} : !llvm.ptr -> i32
    %c0_i32_29 = arith.constant 0 : i32
    %96 = llvm.icmp "eq" %95, %c0_i32_29 : i32
    llvm.cond_br %96 weights([2000, 1]), ^bb12, ^bb1
  ^bb9(%97: i64):  // 2 preds: ^bb10, ^bb12
    %98 = arith.muli %97, %44 : i64
    %99 = llvm.getelementptr %43[%98] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %100 = arith.muli %97, %54 : i64
    %101 = llvm.getelementptr %28[%100] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %102 = llvm.load %101 : !llvm.ptr -> i32
    llvm.store %102, %99 : i32, !llvm.ptr
    llvm.br ^bb10
  ^bb10:  // pred: ^bb9
    %c1_i64_30 = arith.constant 1 : i64
    %103 = arith.addi %97, %c1_i64_30 : i64
    %104 = llvm.icmp "slt" %103, %107 : i64
    llvm.cond_br %104, ^bb9(%103 : i64), ^bb7(%103 : i64)
  ^bb11:  // pred: ^bb7
    llvm.br ^bb6
  ^bb12:  // pred: ^bb8
    %105 = arith.subi %41, %93 : i64
    %c4096_i64 = arith.constant 4096 : i64
    %106 = arith.minsi %105, %c4096_i64 : i64
    %107 = arith.addi %93, %106 : i64
    llvm.br ^bb9(%93 : i64)
  ^bb13:  // pred: ^bb5
    %c1_i32_31 = arith.constant 1 : i32
    llvm.store %c1_i32_31, %arg4 : i32, !llvm.ptr
    %c1_i32_32 = arith.constant 1 : i32
    %108 = llvm.getelementptr inbounds %arg4[4] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %c1_i32_32, %108 : i32, !llvm.ptr
    %c1_i32_33 = arith.constant 1 : i32
    llvm.return %c1_i32_33 : i32
  ^bb14:  // pred: ^bb5
    %c0_i64_34 = arith.constant 0 : i64
    llvm.br ^bb15(%c0_i64_34 : i64)
  ^bb15(%109: i64):  // 2 preds: ^bb14, ^bb18
    %110 = llvm.icmp "slt" %109, %41 : i64
    llvm.cond_br %110, ^bb16, ^bb19
  ^bb16:  // pred: ^bb15
    %111 = llvm.load volatile %4 {alignment = 4 : i64} : !llvm.ptr -> i32
    %c0_i32_35 = arith.constant 0 : i32
    %112 = llvm.icmp "eq" %111, %c0_i32_35 : i32
    llvm.cond_br %112 weights([2000, 1]), ^bb20, ^bb1
  ^bb17(%113: i64):  // 2 preds: ^bb18, ^bb20
    %114 = arith.muli %113, %c4_i64_27 : i64
    %115 = llvm.getelementptr %90[%114] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %116 = arith.muli %113, %54 : i64
    %117 = llvm.getelementptr %28[%116] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %118 = llvm.load %117 : !llvm.ptr -> i32
    llvm.store %118, %115 : i32, !llvm.ptr
    llvm.br ^bb18
  ^bb18:  // pred: ^bb17
    %c1_i64_36 = arith.constant 1 : i64
    %119 = arith.addi %113, %c1_i64_36 : i64
    %120 = llvm.icmp "slt" %119, %123 : i64
    llvm.cond_br %120, ^bb17(%119 : i64), ^bb15(%119 : i64)
  ^bb19:  // pred: ^bb15
    %c0_i64_37 = arith.constant 0 : i64
    llvm.br ^bb21(%c0_i64_37 : i64)
  ^bb20:  // pred: ^bb16
    %121 = arith.subi %41, %109 : i64
    %c4096_i64_38 = arith.constant 4096 : i64
    %122 = arith.minsi %121, %c4096_i64_38 : i64
    %123 = arith.addi %109, %122 : i64
    llvm.br ^bb17(%109 : i64)
  ^bb21(%124: i64):  // 2 preds: ^bb19, ^bb24
    %125 = llvm.icmp "slt" %124, %41 : i64
    llvm.cond_br %125, ^bb22, ^bb25
  ^bb22:  // pred: ^bb21
    %126 = llvm.load volatile %4 {alignment = 4 : i64} : !llvm.ptr -> i32
    %c0_i32_39 = arith.constant 0 : i32
    %127 = llvm.icmp "eq" %126, %c0_i32_39 : i32
    llvm.cond_br %127 weights([2000, 1]), ^bb26, ^bb1
  ^bb23(%128: i64):  // 2 preds: ^bb24, ^bb26
    %129 = arith.muli %128, %44 : i64
    %130 = llvm.getelementptr %43[%129] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %131 = arith.muli %128, %c4_i64_27 : i64
    %132 = llvm.getelementptr %90[%131] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %133 = llvm.load %132 : !llvm.ptr -> i32
    llvm.store %133, %130 : i32, !llvm.ptr
    llvm.br ^bb24
  ^bb24:  // pred: ^bb23
    %c1_i64_40 = arith.constant 1 : i64
    %134 = arith.addi %128, %c1_i64_40 : i64
    %135 = llvm.icmp "slt" %134, %140 : i64
    llvm.cond_br %135, ^bb23(%134 : i64), ^bb21(%134 : i64)
  ^bb25:  // pred: ^bb21
    %136 = llvm.getelementptr inbounds %arg0[32] : (!llvm.ptr) -> !llvm.ptr, i8
    %137 = llvm.load %136 : !llvm.ptr -> !llvm.ptr
    llvm.call %137(%2, %87) : !llvm.ptr, (!llvm.ptr, i64) -> ()
    llvm.br ^bb6
  ^bb26:  // pred: ^bb22
    %138 = arith.subi %41, %124 : i64
    %c4096_i64_41 = arith.constant 4096 : i64
    %139 = arith.minsi %138, %c4096_i64_41 : i64
    %140 = arith.addi %124, %139 : i64
    llvm.br ^bb23(%124 : i64)
  }
}
