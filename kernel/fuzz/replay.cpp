// Runs a fuzz target without a fuzzer: on the kept inputs (hexadecimal lines in the named files),
// then on random inputs from a fixed seed.
#include <fstream>
#include <random>
#include <string>

#include "source.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

using Bytes = std::vector<std::uint8_t>;

static Bytes from_hexadecimal(const std::string& line) {
  Bytes bytes;
  for (std::size_t i = 0; i + 1 < line.size(); i += 2)
    bytes.push_back(static_cast<std::uint8_t>(std::stoul(line.substr(i, 2), nullptr, 16)));
  return bytes;
}

int main(int count, char** arguments) {
  std::vector<Bytes> kept;
  for (int place = 1; place < count; ++place) {
    std::ifstream file(arguments[place]);
    for (std::string line; std::getline(file, line);) kept.push_back(from_hexadecimal(line));
  }
  for (const Bytes& input : kept) LLVMFuzzerTestOneInput(input.data(), input.size());
  std::mt19937_64 random(7);
  for (int round = 0; round < 400; ++round) {
    const bool fresh = kept.empty() || round % 2 == 0;
    Bytes input = fresh ? Bytes(random() % 2000) : kept[random() % kept.size()];
    const std::size_t changed = fresh ? input.size() : input.size() / 16;
    for (std::size_t i = 0; i < changed; ++i)
      input[random() % input.size()] = static_cast<std::uint8_t>(random());
    LLVMFuzzerTestOneInput(input.data(), input.size());
  }
  std::printf("%zu kept inputs and 400 random ones\n", kept.size());
}
