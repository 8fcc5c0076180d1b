#include "compiler/math/support_object.h"

#include <elf.h>

#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace pyasc::math {
namespace {

// The object's own view of itself: what the image linker relies on.
class ObjectFile {
 public:
  ObjectFile() : bytes_(SupportObject()) {
    std::memcpy(&header_, bytes_.data(), sizeof header_);
    sections_.resize(header_.e_shnum);
    std::memcpy(sections_.data(), bytes_.data() + header_.e_shoff,
                sections_.size() * sizeof(Elf64_Shdr));
  }

  const Elf64_Ehdr& header() const { return header_; }
  const std::vector<Elf64_Shdr>& sections() const { return sections_; }

  template <typename Item>
  std::vector<Item> ItemsOf(const Elf64_Shdr& section) const {
    std::vector<Item> items(section.sh_size / sizeof(Item));
    std::memcpy(items.data(), bytes_.data() + section.sh_offset, section.sh_size);
    return items;
  }

  std::vector<Elf64_Sym> Symbols(const char** names) const {
    for (const Elf64_Shdr& section : sections_) {
      if (section.sh_type != SHT_SYMTAB) continue;
      *names = bytes_.data() + sections_[section.sh_link].sh_offset;
      return ItemsOf<Elf64_Sym>(section);
    }
    return {};
  }

 private:
  std::string_view bytes_;
  Elf64_Ehdr header_;
  std::vector<Elf64_Shdr> sections_;
};

TEST(SupportObjectTest, IsARelocatableObject) {
  ASSERT_GT(SupportObject().size(), sizeof(Elf64_Ehdr));
  EXPECT_EQ(SupportObject().substr(0, 4),
            "\x7f"
            "ELF");
  EXPECT_EQ(ObjectFile().header().e_type, ET_REL);
}

TEST(SupportObjectTest, HasNoWritableBytes) {
  const ObjectFile object;
  for (const Elf64_Shdr& section : object.sections()) {
    if ((section.sh_flags & SHF_WRITE) != 0) {
      EXPECT_EQ(section.sh_size, 0u);
    }
  }
}

TEST(SupportObjectTest, SymbolsAreDefinedAndHidden) {
  const ObjectFile object;
  const char* names = nullptr;
  std::set<std::string> functions;
  for (const Elf64_Sym& symbol : object.Symbols(&names)) {
    if (ELF64_ST_BIND(symbol.st_info) != STB_GLOBAL) continue;
    const std::string name = names + symbol.st_name;
    EXPECT_NE(symbol.st_shndx, SHN_UNDEF) << name;
    EXPECT_EQ(ELF64_ST_VISIBILITY(symbol.st_other), STV_HIDDEN) << name;
    functions.insert(name);
  }
  EXPECT_THAT(functions, ::testing::IsSupersetOf({"memcpy", "__divti3", "__truncdfhf2", "fmod",
                                                  "pyasc_exp_f64", "pyasc_int_truediv"}));
}

#if defined(__x86_64__)
TEST(SupportObjectTest, RelocationsAreRelative) {
  const ObjectFile object;
  const std::set<uint64_t> relative = {R_X86_64_PC32, R_X86_64_PLT32, R_X86_64_PC64};
  for (const Elf64_Shdr& section : object.sections()) {
    EXPECT_NE(section.sh_type, static_cast<uint32_t>(SHT_REL));
    if (section.sh_type != SHT_RELA) continue;
    for (const Elf64_Rela& relocation : object.ItemsOf<Elf64_Rela>(section)) {
      EXPECT_TRUE(relative.contains(ELF64_R_TYPE(relocation.r_info)))
          << ELF64_R_TYPE(relocation.r_info);
    }
  }
}
#endif

}  // namespace
}  // namespace pyasc::math
