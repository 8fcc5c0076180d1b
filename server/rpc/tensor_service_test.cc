#include "server/rpc/tensor_service.h"

#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "server/rpc/test_server.h"
#include "server/tensor/crc32c.h"

namespace pyasc::testing {
namespace {

namespace v1 = pyascd::v1;
using grpc::StatusCode;

class TensorServiceTest : public ::testing::Test {
 protected:
  grpc::Status Allocate(uint64_t bytes, std::string* handle) {
    grpc::ClientContext context;
    client_.Enter(context);
    v1::AllocateRequest request;
    request.set_bytes(bytes);
    v1::AllocateResponse response;
    const grpc::Status status = server_.tensors->Allocate(&context, request, &response);
    *handle = response.handle();
    return status;
  }

  grpc::Status PutAll(const std::vector<v1::PutRequest>& messages) {
    grpc::ClientContext context;
    client_.Enter(context);
    v1::PutResponse response;
    auto writer = server_.tensors->Put(&context, &response);
    for (const v1::PutRequest& message : messages) {
      if (!writer->Write(message)) break;  // refused already
    }
    writer->WritesDone();
    return writer->Finish();
  }

  grpc::Status GetStatus(const std::string& handle, uint64_t offset, uint64_t bytes) {
    grpc::ClientContext context;
    client_.Enter(context);
    v1::GetRequest request;
    request.set_handle(handle);
    request.set_offset(offset);
    request.set_bytes(bytes);
    auto reader = server_.tensors->Get(&context, request);
    v1::GetResponse response;
    while (reader->Read(&response)) {
    }
    return reader->Finish();
  }

  void Free(const std::string& handle) {
    grpc::ClientContext context;
    client_.Enter(context);
    v1::FreeRequest request;
    request.add_handles(handle);
    request.add_handles("unknown");
    v1::FreeResponse response;
    EXPECT_TRUE(server_.tensors->Free(&context, request, &response).ok());
  }

  TestServer server_;
  TestClient client_{server_};
};

v1::PutRequest Header(const std::string& handle, uint64_t offset, uint64_t bytes, uint32_t crc) {
  v1::PutRequest message;
  message.mutable_header()->set_handle(handle);
  message.mutable_header()->set_offset(offset);
  message.mutable_header()->set_bytes(bytes);
  message.mutable_header()->set_crc32c(crc);
  return message;
}

v1::PutRequest Chunk(const std::string& bytes) {
  v1::PutRequest message;
  message.set_chunk(bytes);
  return message;
}

TEST_F(TensorServiceTest, WhatIsPutComesBack) {
  std::string bytes;
  for (int i = 0; i < (5 << 19) + 3; ++i) bytes.push_back(static_cast<char>(i * 7));
  EXPECT_EQ(client_.Get(client_.Put(bytes), bytes.size()), bytes);
  EXPECT_EQ(client_.Get(client_.Put(""), 0), "");
}

TEST_F(TensorServiceTest, AllocatedMemoryIsZeroAndCanBeWrittenInStretches) {
  std::string handle;
  ASSERT_TRUE(Allocate(10, &handle).ok());
  ASSERT_TRUE(PutAll({Header(handle, 4, 3, Crc32c("abc")), Chunk("a"), Chunk("bc")}).ok());
  EXPECT_EQ(client_.Get(handle, 10), std::string("\0\0\0\0abc\0\0\0", 10));
}

TEST_F(TensorServiceTest, AHeaderMayCarryTheFirstChunk) {
  std::string handle;
  ASSERT_TRUE(Allocate(4, &handle).ok());
  v1::PutRequest whole = Header(handle, 0, 4, Crc32c("abcd"));
  whole.mutable_header()->set_chunk("abcd");
  ASSERT_TRUE(PutAll({whole}).ok());
  EXPECT_EQ(client_.Get(handle, 4), "abcd");
  whole.mutable_header()->set_chunk("ab");
  EXPECT_EQ(PutAll({whole}).error_code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_TRUE(PutAll({whole, Chunk("cd")}).ok());
}

TEST_F(TensorServiceTest, MalformedPutsAreRefused) {
  std::string handle;
  ASSERT_TRUE(Allocate(10, &handle).ok());
  const uint32_t crc = Crc32c("abc");
  struct Case {
    const char* name;
    std::vector<v1::PutRequest> messages;
    StatusCode code;
  };
  const Case cases[] = {
      {"nothing", {}, StatusCode::INVALID_ARGUMENT},
      {"empty message", {v1::PutRequest()}, StatusCode::INVALID_ARGUMENT},
      {"no header", {Chunk("abc")}, StatusCode::INVALID_ARGUMENT},
      {"two headers", {Header("", 0, 3, crc), Header("", 0, 3, crc)}, StatusCode::INVALID_ARGUMENT},
      {"cut off", {Header("", 0, 3, crc), Chunk("ab")}, StatusCode::INVALID_ARGUMENT},
      {"too much", {Header("", 0, 3, crc), Chunk("abcd")}, StatusCode::INVALID_ARGUMENT},
      {"chunk over 1 MiB",
       {Header("", 0, 2 << 20, 0), Chunk(std::string((1 << 20) + 1, 'x'))},
       StatusCode::INVALID_ARGUMENT},
      {"leaves the memory",
       {Header(handle, 8, 3, crc), Chunk("abc")},
       StatusCode::INVALID_ARGUMENT},
      {"offset wraps",
       {Header(handle, ~uint64_t{0}, 3, crc), Chunk("abc")},
       StatusCode::INVALID_ARGUMENT},
      {"offset into new memory",
       {Header("", 1, 3, crc), Chunk("abc")},
       StatusCode::INVALID_ARGUMENT},
      {"wrong CRC", {Header("", 0, 3, crc + 1), Chunk("abc")}, StatusCode::DATA_LOSS},
      {"unknown handle",
       {Header("no such handle", 0, 3, crc), Chunk("abc")},
       StatusCode::NOT_FOUND},
      {"over the quota",
       {Header("", 0, TestServer::kQuotaBytes + 1, crc)},
       StatusCode::RESOURCE_EXHAUSTED},
  };
  for (const Case& c : cases) EXPECT_EQ(PutAll(c.messages).error_code(), c.code) << c.name;
  Free(handle);
  EXPECT_EQ(server_.quota->bytes(), 0u) << "a refused put keeps no memory";
}

TEST_F(TensorServiceTest, APutThatIsGivenUpKeepsNoMemory) {
  grpc::ClientContext context;
  client_.Enter(context);
  v1::PutResponse response;
  auto writer = server_.tensors->Put(&context, &response);
  writer->Write(Header("", 0, 0, Crc32c("")));
  while (server_.quota->buffers() == 0) std::this_thread::yield();
  context.TryCancel();
  EXPECT_EQ(writer->Finish().error_code(), StatusCode::CANCELLED);
  while (server_.quota->buffers() != 0) std::this_thread::yield();
}

TEST_F(TensorServiceTest, WhoeverGaveUpTooLateCanFreeWhatTheyNamed) {
  const std::string own(TensorStore::kHandleBytes, 'h');
  v1::PutRequest whole = Header("", 0, 4, Crc32c("abcd"));
  whole.mutable_header()->set_chunk("abcd");
  whole.mutable_header()->set_new_handle(own);
  ASSERT_TRUE(PutAll({whole}).ok());
  EXPECT_EQ(client_.Get(own, 4), "abcd");
  EXPECT_EQ(PutAll({whole}).error_code(), StatusCode::ALREADY_EXISTS);
  Free(own);
  EXPECT_EQ(server_.quota->bytes(), 0u);
}

TEST_F(TensorServiceTest, AllocatingOverTheQuotaIsRefused) {
  std::string handle;
  EXPECT_EQ(Allocate(TestServer::kQuotaBytes + 1, &handle).error_code(),
            StatusCode::RESOURCE_EXHAUSTED);
}

TEST_F(TensorServiceTest, GetsThatLeaveTheMemoryAreRefused) {
  const std::string handle = client_.Put("abc");
  EXPECT_TRUE(GetStatus(handle, 1, 2).ok());
  EXPECT_EQ(GetStatus(handle, 1, 3).error_code(), StatusCode::OUT_OF_RANGE);
  EXPECT_EQ(GetStatus(handle, ~uint64_t{0}, 2).error_code(), StatusCode::OUT_OF_RANGE);
  EXPECT_EQ(GetStatus("no such handle", 0, 1).error_code(), StatusCode::NOT_FOUND);
}

TEST_F(TensorServiceTest, HandlesBelongToTheirSession) {
  TestClient other(server_);
  const std::string theirs = other.Put("abc");
  EXPECT_EQ(GetStatus(theirs, 0, 3).error_code(), StatusCode::NOT_FOUND);
  EXPECT_EQ(PutAll({Header(theirs, 0, 3, Crc32c("abc")), Chunk("abc")}).error_code(),
            StatusCode::NOT_FOUND);
  Free(theirs);
  EXPECT_EQ(other.Get(theirs, 3), "abc");
}

TEST_F(TensorServiceTest, FreedMemoryIsGone) {
  const std::string handle = client_.Put("abc");
  Free(handle);
  EXPECT_EQ(GetStatus(handle, 0, 3).error_code(), StatusCode::NOT_FOUND);
  EXPECT_EQ(server_.quota->bytes(), 0u);
}

}  // namespace
}  // namespace pyasc::testing
