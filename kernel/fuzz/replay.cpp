// A fuzz target without a fuzzer: the kept inputs, then random ones from a fixed seed.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "source.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int count, char** arguments) {
  using Bytes = std::vector<std::uint8_t>;
  std::vector<Bytes> kept;
  for (int folder = 1; folder < count; ++folder)
    for (const auto& entry : std::filesystem::directory_iterator(arguments[folder])) {
      std::ifstream file(entry.path(), std::ios::binary);
      kept.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
  for (const Bytes& input : kept) LLVMFuzzerTestOneInput(input.data(), input.size());
  std::mt19937_64 random(7);
  for (int round = 0; round < 400; ++round) {
    Bytes input = kept.empty() || round % 2 == 0 ? Bytes(random() % 2000) : kept[random() % kept.size()];
    const std::size_t changed = round % 2 == 0 ? input.size() : input.size() / 16;
    for (std::size_t i = 0; i < changed; ++i)
      input[random() % input.size()] = static_cast<std::uint8_t>(random());
    LLVMFuzzerTestOneInput(input.data(), input.size());
  }
  std::printf("%zu kept inputs and 400 random ones\n", kept.size());
}
