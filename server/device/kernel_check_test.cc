#include "server/device/kernel_check.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "base/kernel_abi.h"

namespace pyasc {
namespace {

constexpr uint32_t kRecordValues = 3;

KernelMeta SoundMeta() {
  MessagePart literal;
  literal.literal = "index ";
  MessagePart value;
  value.slot = 0;
  value.kind = ScalarKind::kInt;
  Site site;
  site.exception = "IndexError";
  site.parts = {literal, value};
  site.loops = {"i", "j"};
  site.loop_slot = 1;
  KernelMeta meta;
  meta.sites = {site};
  meta.tensors.resize(1);
  return meta;
}

struct Row {
  std::string name;
  std::function<void(KernelMeta&)> change;
  bool sound;
};

TEST(KernelCheck, OnlySlotsThatExistAreAccepted) {
  const std::vector<Row> rows = {
      {"as it is", [](KernelMeta&) {}, true},
      {"last slot", [](KernelMeta& m) { m.sites[0].parts[1].slot = 2; }, true},
      {"slot behind the record", [](KernelMeta& m) { m.sites[0].parts[1].slot = 3; }, false},
      {"loops behind the record", [](KernelMeta& m) { m.sites[0].loop_slot = 2; }, false},
      {"loop slot that wraps", [](KernelMeta& m) { m.sites[0].loop_slot = ~0u; }, false},
      {"no loops",
       [](KernelMeta& m) {
         m.sites[0].loops.clear();
         m.sites[0].loop_slot = 9;
       },
       true},
      {"a print has slots of its own",
       [](KernelMeta& m) {
         m.sites[0].exception = "";
         m.sites[0].parts[1].slot = 99;
       },
       true},
      {"but not endlessly many",
       [](KernelMeta& m) {
         m.sites[0].exception = "";
         m.sites[0].parts[1].slot = INT32_MAX;
       },
       false},
      {"string in a slot", [](KernelMeta& m) { m.sites[0].parts[1].kind = ScalarKind::kString; },
       false},
      {"tuple in a slot", [](KernelMeta& m) { m.sites[0].parts[1].kind = ScalarKind::kTuple; },
       false},
      {"rank", [](KernelMeta& m) { m.tensors[0].rank = abi::kMaxRank + 1; }, false},
  };
  for (const Row& row : rows) {
    KernelMeta meta = SoundMeta();
    row.change(meta);
    EXPECT_EQ(CheckMeta(meta, kRecordValues).ok(), row.sound) << row.name;
  }
}

TEST(KernelCheck, ASiteHasAsManySlotsAsItsPartsName) {
  Site site = SoundMeta().sites[0];
  EXPECT_EQ(SlotsOf(site), 1u);
  site.parts[1].slot = 6;
  EXPECT_EQ(SlotsOf(site), 7u);
  site.parts.clear();
  EXPECT_EQ(SlotsOf(site), 0u);
}

}  // namespace
}  // namespace pyasc
