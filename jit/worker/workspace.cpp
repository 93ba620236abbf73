// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of workspace.hpp.
#include "workspace.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>

#include <hone/measure/check.hpp>

#include "fault.hpp"

namespace hone::core::worker {

using measure::placement;

namespace {

/// No tensor needs less: the timed copies lie as an allocator would lay large arrays.
constexpr std::int32_t least_alignment = 1;

/// Floating-point outputs are filled with NaN always: 0 times what was never written must not pass.
std::uint8_t poison_for(scalar_type type, std::uint8_t wanted) {
  return is_float(type) ? measure::first_poison : wanted;
}

bool fills_its_pages(const measure::tensor_entry& entry) {
  return entry.bytes > 0 && measure::detail::whole_pages(entry.bytes) == entry.bytes;
}

}  // namespace

workspace::workspace(measure::prepare_request request, int file) : request_(std::move(request)) {
  void* mapped = ::mmap(nullptr, static_cast<std::size_t>(request_.file_bytes), PROT_READ, MAP_SHARED, file, 0);
  if (mapped == MAP_FAILED) throw error(error_code::io_failed, "the tensors cannot be mapped in the worker");
  file_ = static_cast<const std::uint8_t*>(mapped);
  tensors_.resize(request_.entries.size());
  for (std::size_t k = 0; k < tensors_.size(); ++k) load(k);
}

workspace::~workspace() {
  watch({});
  ::munmap(const_cast<std::uint8_t*>(file_), static_cast<std::size_t>(request_.file_bytes));
}

void workspace::load(std::size_t argument) {
  const auto& entry = request_.entries[argument];
  auto& pair = tensors_[argument];
  const auto fill = [&](measure::guarded_memory& into, placement where) {
    into = measure::guarded_memory(entry.bytes);
    void* data = into.place(entry.bytes, std::max(entry.argument.layout.alignment, least_alignment), where);
    std::memcpy(data, in_file(entry.initial), static_cast<std::size_t>(entry.bytes));
    if (!entry.argument.written) into.set_read_only(true);
    return data;
  };
  start_.push_back(fill(pair.at_start, placement::at_start));
  if (!fills_its_pages(entry)) fill(pair.at_end, placement::at_end);
}

const measure::guarded_memory& workspace::memory(std::size_t argument, placement where) const {
  const auto& pair = tensors_[argument];
  return where == placement::at_end && pair.at_end.data() != nullptr ? pair.at_end : pair.at_start;
}

measure::guarded_memory& workspace::memory(std::size_t argument, placement where) {
  return const_cast<measure::guarded_memory&>(std::as_const(*this).memory(argument, where));
}

bool workspace::fits(std::span<const lower::argument> arguments) const {
  return std::equal(arguments.begin(), arguments.end(), request_.entries.begin(), request_.entries.end(),
                    [](const lower::argument& a, const measure::tensor_entry& entry) { return a == entry.argument; });
}

void workspace::reset(placement where, std::uint8_t poison, std::span<const lower::scratch> scratches) {
  buffers_.clear();
  for (std::size_t k = 0; k < tensors_.size(); ++k) {
    const auto& entry = request_.entries[k];
    auto& m = memory(k, where);
    buffers_.push_back(m.data());
    if (!entry.argument.written) continue;
    // Laid again, because an earlier kernel may have overwritten the canaries.
    m.place(entry.bytes, std::max(entry.argument.layout.alignment, least_alignment), where);
    if (!entry.argument.read)
      std::memset(m.data(), poison_for(entry.argument.type, poison), static_cast<std::size_t>(entry.bytes));
  }
  reset_accumulators(where);
  lay_out(scratches, where);
  watch_all(where);
}

void workspace::reset_accumulators(placement where) {
  for (std::size_t k = 0; k < tensors_.size(); ++k) {
    const auto& entry = request_.entries[k];
    if (entry.argument.written && entry.argument.read)
      std::memcpy(memory(k, where).data(), in_file(entry.initial), static_cast<std::size_t>(entry.bytes));
  }
}

void workspace::lay_out(std::span<const lower::scratch> scratches, placement where) {
  scratch_count_ = scratches.size();
  if (scratches_.size() < scratch_count_) scratches_.resize(scratch_count_);
  for (std::size_t k = 0; k < scratch_count_; ++k) {
    const auto& wanted = scratches[k];
    auto& m = scratches_[k];
    if (m.capacity() < wanted.bytes) m = measure::guarded_memory(wanted.bytes);
    buffers_.push_back(m.place(wanted.bytes, std::max(wanted.alignment, least_alignment), where));
    // NaN in every float: what a kernel reads before it wrote it shows in the result.
    std::memset(m.data(), measure::first_poison, static_cast<std::size_t>(wanted.bytes));
  }
  while (scratch_names_.size() < scratch_count_)
    scratch_names_.push_back("scratch buffer " + std::to_string(scratch_names_.size()));
}

void workspace::watch_all(placement where) const {
  std::vector<watched_memory> all;
  for (std::size_t k = 0; k < tensors_.size(); ++k) {
    const auto& argument = request_.entries[k].argument;
    all.push_back({argument.name, &memory(k, where), !argument.written});
  }
  for (std::size_t k = 0; k < scratch_count_; ++k) all.push_back({scratch_names_[k], &scratches_[k], false});
  watch(all);
}

std::string workspace::verify_output(std::size_t argument, placement where, std::uint8_t poison) const {
  const auto& entry = request_.entries[argument];
  const auto& m = memory(argument, where);
  measure::expectation expected;
  expected.reference = in_file(entry.reference);
  expected.before = entry.argument.read ? in_file(entry.initial) : nullptr;
  expected.poison = poison_for(entry.argument.type, poison);
  expected.points = entry.points;
  auto result = measure::check(entry.argument, m.data(), expected, request_.allowed);
  if (!result.passed()) return std::move(result.sentence);
  return m.canaries_intact() ? "" : "bytes just outside " + entry.argument.name + " were written to";
}

std::string workspace::verify(placement where, std::uint8_t poison) const {
  for (std::size_t k = 0; k < tensors_.size(); ++k)
    if (request_.entries[k].argument.written)
      if (auto sentence = verify_output(k, where, poison); !sentence.empty()) return sentence;
  for (std::size_t k = 0; k < scratch_count_; ++k)
    if (!scratches_[k].canaries_intact()) return "bytes just outside " + scratch_names_[k] + " were written to";
  return {};
}

}  // namespace hone::core::worker
