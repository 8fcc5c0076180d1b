#include "server/rpc/test_server.h"

#include <utility>

#include "absl/strings/escaping.h"
#include "gtest/gtest.h"
#include "server/tensor/crc32c.h"

namespace pyasc::testing {

namespace v1 = pyascd::v1;

TestServer::TestServer() {
  std::vector<std::unique_ptr<Device>> devices;
  auto cpu = std::make_unique<FakeDevice>("cpu");
  device = cpu.get();
  devices.push_back(std::move(cpu));
  devices.push_back(std::make_unique<FakeDevice>("null"));
  scheduler_ = std::make_unique<Scheduler>(std::move(devices));
  sessions_ = std::make_unique<SessionTable>(quota, &clock);
  registry_ = std::make_unique<Registry>(&compiler, store.get(), &clock, &metrics,
                                         Registry::Options{.toolchain = "test 1"});
  pool_ = std::make_unique<ThreadPool>(4);
  broker.owner = kOwner;
  broker.identify = [this](std::string_view) -> absl::StatusOr<Identity> {
    return Identity{.uid = caller, .pid = 1};
  };
  broker.info = {.version = "1.2.3", .pid = 42, .state_directory = "/state", .log_path = "/log"};
  broker.clock = &clock;
  broker.quota = quota;
  broker.sessions = sessions_.get();
  broker.registry = registry_.get();
  broker.scheduler = scheduler_.get();
  broker.store = store.get();
  broker.metrics = &metrics;
  broker.pool = pool_.get();
  broker.stop = [this] { stopped = true; };
  rpc = RpcServer::Create(&broker).value();
  channel = rpc->InProcessChannel();
  admin = v1::AdminService::NewStub(channel);
  kernels = v1::KernelService::NewStub(channel);
  tensors = v1::TensorService::NewStub(channel);
  launches = v1::LaunchService::NewStub(channel);
}

TestServer::~TestServer() {
  rpc->Shutdown(absl::InfiniteDuration());
  registry_->Stop();
  pool_->Stop();
}

TestClient::TestClient(TestServer& server) : server_(server) {
  v1::OpenSessionRequest request;
  request.set_client_name("test_client");
  request.set_client_version("1.2");
  session_ = server_.admin->OpenSession(&session_context_, request);
  v1::SessionEvent event;
  EXPECT_TRUE(session_->Read(&event));
  id_ = event.session_id();
}

void TestClient::End() {
  if (session_ == nullptr) return;
  session_context_.TryCancel();
  session_->Finish();
  session_.reset();
}

void TestClient::Enter(grpc::ClientContext& context) const {
  context.AddMetadata("pyascd-session", absl::BytesToHexString(id_));
}

std::string TestClient::Register(std::string name, std::string text) {
  grpc::ClientContext context;
  Enter(context);
  v1::RegisterRequest request;
  request.set_name(std::move(name));
  request.set_source(std::move(text));
  v1::RegisterResponse response;
  const grpc::Status status = server_.kernels->Register(&context, request, &response);
  EXPECT_TRUE(status.ok()) << status.error_message();
  return response.operator_id();
}

std::string TestClient::Put(std::string_view bytes) {
  grpc::ClientContext context;
  Enter(context);
  v1::PutResponse response;
  auto writer = server_.tensors->Put(&context, &response);
  v1::PutRequest header;
  header.mutable_header()->set_bytes(bytes.size());
  header.mutable_header()->set_crc32c(Crc32c(bytes));
  writer->Write(header);
  for (; !bytes.empty(); bytes.remove_prefix(std::min<size_t>(bytes.size(), 1 << 20))) {
    v1::PutRequest chunk;
    chunk.set_chunk(std::string(bytes.substr(0, 1 << 20)));
    writer->Write(chunk);
  }
  writer->WritesDone();
  const grpc::Status status = writer->Finish();
  EXPECT_TRUE(status.ok()) << status.error_message();
  return response.handle();
}

std::string TestClient::Get(const std::string& handle, uint64_t bytes) {
  grpc::ClientContext context;
  Enter(context);
  v1::GetRequest request;
  request.set_handle(handle);
  request.set_bytes(bytes);
  auto reader = server_.tensors->Get(&context, request);
  std::string all;
  v1::GetResponse response;
  while (reader->Read(&response)) {
    EXPECT_EQ(response.crc32c(), Crc32c(response.chunk()));
    all += response.chunk();
  }
  const grpc::Status status = reader->Finish();
  EXPECT_TRUE(status.ok()) << status.error_message();
  return all;
}

grpc::Status TestClient::Launch(const v1::LaunchRequest& request, v1::LaunchResponse* response) {
  grpc::ClientContext context;
  Enter(context);
  return server_.launches->Launch(&context, request, response);
}

void SetVector(const std::string& handle, int64_t elements, v1::TensorView* view) {
  view->set_handle(handle);
  view->set_dtype(v1::DATA_TYPE_FLOAT32);
  view->add_shape(elements);
  view->add_strides(4);
}

v1::LaunchRequest TestClient::LaunchOf(const std::string& operator_id, const std::string& x,
                                       const std::string& out, int64_t elements) const {
  v1::LaunchRequest request;
  request.set_operator_id(operator_id);
  request.set_opt_level(3);
  SetVector(x, elements, request.add_arguments()->mutable_tensor()->mutable_view());
  v1::LaunchArgument* second = request.add_arguments();
  if (out.empty()) {
    second->mutable_omitted();
  } else {
    SetVector(out, elements, second->mutable_tensor()->mutable_view());
    second->mutable_tensor()->set_resizable(true);
  }
  request.add_arguments()->mutable_attribute()->set_real(0.5);
  return request;
}

}  // namespace pyasc::testing
