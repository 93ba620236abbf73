// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of measure/tensors.hpp.
#pragma once

#include <hone/measure/tensors.hpp>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>

#include <hone/measure/elements.hpp>
#include <hone/measure/guarded.hpp>

namespace hone::core::measure {

namespace detail {

/// Splitmix64: small, and the same everywhere, unlike the distributions of <random>.
class generator {
 public:
  explicit generator(std::uint64_t seed) : state_(seed) {}
  std::uint64_t operator()() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

 private:
  std::uint64_t state_;
};

/// The sum of four uniform 16-bit numbers, scaled to mean 0 and deviation 1: within +-3.5, and on a grid far coarser
/// than the subnormal numbers, which some processors are slow with.
inline double normal_value(std::uint64_t bits) {
  std::int64_t sum = -131070;
  for (int k = 0; k < 4; ++k) sum += static_cast<std::int64_t>((bits >> (16 * k)) & 0xffff);
  return static_cast<double>(sum) * (1.7320508 / 65536);
}

template <class T>
T seeded_value(std::uint64_t bits) {
  if constexpr (std::is_floating_point_v<T>)
    return static_cast<T>(normal_value(bits));
  else if constexpr (std::is_signed_v<T>)
    return static_cast<T>(static_cast<int>(bits >> 60) - 8);
  else
    return static_cast<T>(bits >> 60);
}

/// Fills the whole span, what lies between rows included.
HONE_DECL void fill_seeded(const tensor_entry& entry, void* data, std::uint64_t seed) {
  with_element_type(entry.argument.type, [&]<class T>(T) {
    generator random(seed);
    auto* at = static_cast<T*>(data);
    for (std::int64_t k = 0; k < entry.argument.layout.span(); ++k) at[k] = seeded_value<T>(random());
  });
}

HONE_DECL void require_sound(const lower::argument& a) {
  const auto fail = [&](const char* what) { throw error(error_code::bad_argument, "the tensor " + a.name + what); };
  if (a.layout.alignment < 1 || a.layout.alignment > page_bytes()) fail(" asks for an alignment above a page");
  for (int d = 0; d < a.layout.rank; ++d) {
    if (a.layout.extents[static_cast<std::size_t>(d)] < 0) fail(" has a negative extent");
    if (a.layout.strides[static_cast<std::size_t>(d)] < 0) fail(" has a negative stride");
  }
}

/// Non-finite elements of a reference, and how many were looked at.
HONE_DECL std::pair<std::int64_t, std::int64_t> count_not_finite(const tensor_entry& entry, const void* data) {
  std::int64_t bad = 0;
  std::int64_t seen = 0;
  with_element_type(entry.argument.type, [&]<class T>(T) {
    if constexpr (std::is_floating_point_v<T>) {
      const auto* at = static_cast<const T*>(data);
      const auto look = [&](std::int64_t offset) {
        bad += std::isfinite(at[offset]) ? 0 : 1;
        ++seen;
      };
      for (const auto point : entry.points) look(offset_of(entry.argument.layout, point));
      if (entry.points.empty())
        for_each_row(entry.argument.layout, [&](const row& r) {
          for (std::int64_t k = 0; k < r.extent; ++k) look(r.first + k * r.stride);
        });
    }
  });
  return {bad, seen};
}

/// The largest share of a reference that may be NaN or infinite.
inline constexpr double not_finite_share = 0.5;

}  // namespace detail

HONE_DECL shared_tensors::shared_tensors(std::span<const lower::argument> arguments) {
  const auto place = [this](std::int64_t bytes) {
    const auto at = bytes_;
    bytes_ += detail::whole_pages(bytes);
    return at;
  };
  for (const auto& a : arguments) {
    detail::require_sound(a);
    tensor_entry entry;
    entry.argument = a;
    entry.bytes = a.layout.span() * static_cast<std::int64_t>(bytes_of(a.type));
    entry.initial = place(entry.bytes);
    if (a.written) entry.reference = place(entry.bytes);
    entries_.push_back(std::move(entry));
  }
  bytes_ = std::max(bytes_, detail::page_bytes());
  file_ = ::memfd_create("hone-tensors", MFD_CLOEXEC);
  void* mapped = MAP_FAILED;
  if (file_ >= 0 && ::ftruncate(file_, bytes_) == 0)
    mapped = ::mmap(nullptr, static_cast<std::size_t>(bytes_), PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
  if (mapped == MAP_FAILED) {
    const std::string why = std::strerror(errno);
    if (file_ >= 0) ::close(file_);
    throw error(error_code::io_failed, "no shared memory for the tensors to measure on: " + why);
  }
  base_ = static_cast<std::uint8_t*>(mapped);
}

HONE_DECL shared_tensors::~shared_tensors() {
  ::munmap(base_, static_cast<std::size_t>(bytes_));
  ::close(file_);
}

HONE_DECL const void* shared_tensors::reference(int argument) const {
  if (entry(argument).reference < 0) throw internal_error("an argument that is only read has no reference");
  return base_ + entry(argument).reference;
}

HONE_DECL void* shared_tensors::reference(int argument) {
  return const_cast<void*>(std::as_const(*this).reference(argument));
}

HONE_DECL void shared_tensors::seed(std::uint64_t seed) {
  detail::generator seeds(seed);
  for (int k = 0; k < size(); ++k) {
    const auto own_seed = seeds();
    if (!entry(k).argument.read) continue;
    detail::fill_seeded(entry(k), initial(k), own_seed);
    if (entry(k).argument.written) std::memcpy(reference(k), initial(k), static_cast<std::size_t>(entry(k).bytes));
  }
}

HONE_DECL void shared_tensors::require_finite() const {
  for (int k = 0; k < size(); ++k) {
    if (entry(k).reference < 0) continue;
    const auto [bad, seen] = detail::count_not_finite(entry(k), reference(k));
    if (static_cast<double>(bad) > detail::not_finite_share * static_cast<double>(seen))
      throw error(error_code::bad_argument, "with the generated inputs " + std::to_string(bad) + " of " +
                                                std::to_string(seen) + " elements of " + entry(k).argument.name +
                                                " are not finite, which would check nothing: give input samples");
  }
}

HONE_DECL std::int64_t offset_of(const ast::layout& layout, std::int64_t element) {
  std::int64_t offset = 0;
  for (int d = layout.rank - 1; d >= 0; --d) {
    const auto k = static_cast<std::size_t>(d);
    offset += element % layout.extents[k] * layout.strides[k];
    element /= layout.extents[k];
  }
  return offset;
}

}  // namespace hone::core::measure
