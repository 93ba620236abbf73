// SPDX-License-Identifier: Apache-2.0
/// \file
/// The interpreter's loop over instructions, and memory with every access checked.
#pragma once

#include <algorithm>
#include <cstring>
#include <type_traits>

#include <hone/diag/error.hpp>
#include <hone/interp/arithmetic.hpp>
#include <hone/interp/machine.hpp>

namespace hone::core::interp {

HONE_DECL std::string to_string(const code& c, const fault& f) {
  const ir::buffer& b = c.source.buffers[static_cast<std::size_t>(f.buffer)];
  std::string place = b.name + "[";
  for (std::int32_t k = 0; k < f.count; ++k)
    place += (k > 0 ? ", " : "") + std::to_string(f.indices[static_cast<std::size_t>(k)]);
  place += "]";
  if (f.undefined) return "kernel " + c.source.name + " reads " + place + ", which nothing was stored to";
  const std::int64_t extent = f.count == b.rank ? b.extents[static_cast<std::size_t>(f.dimension)] : b.span();
  return "kernel " + c.source.name + " accesses " + place + ", outside dimension " + std::to_string(f.dimension) +
         " of extent " + std::to_string(extent);
}

HONE_DECL local_memory local_memory_for(const code& c, ir::buffer_scope scope) {
  local_memory memory(c.source.buffers.size());
  for (std::size_t k = 0; k < memory.size(); ++k) {
    const ir::buffer& b = c.source.buffers[k];
    if (b.scope != scope) continue;
    const auto elements = static_cast<std::size_t>(b.span());
    memory[k].bytes.resize(elements * bytes_of(b.type));
    memory[k].defined.resize(elements);
  }
  return memory;
}

HONE_DECL machine::machine(const code& c, std::span<void* const> buffers, std::int64_t begin, std::int64_t end,
                           std::int64_t thread, local_memory* shared)
    : code_(c), registers_(c.registers), own_(local_memory_for(c, ir::buffer_scope::registers)), is_first_(thread == 0) {
  if (shared == nullptr) {
    own_shared_ = std::make_unique<local_memory>(local_memory_for(c, ir::buffer_scope::shared));
    shared = own_shared_.get();
  }
  bind(buffers, *shared);
  registers_[static_cast<std::size_t>(c.begin_register)].i = begin;
  registers_[static_cast<std::size_t>(c.end_register)].i = end;
  for (std::size_t k = c.group.size(); k-- > 0; thread /= c.group[k].extent)
    registers_[static_cast<std::size_t>(c.group[k].coordinate)].i = thread % c.group[k].extent;
}

HONE_DECL void machine::bind(std::span<void* const> buffers, local_memory& shared) {
  const auto& all = code_.source.buffers;
  places_.resize(all.size());
  for (std::size_t k = 0; k < all.size(); ++k) {
    const ir::buffer& b = all[k];
    place& to = places_[k];
    to.elements = b.span();
    if (b.slot == ir::none) {
      block_of_memory& block = b.scope == ir::buffer_scope::shared ? shared[k] : own_[k];
      to.data = block.bytes.data();
      to.defined = block.defined.data();
    } else {
      const auto slot = static_cast<std::size_t>(b.slot);
      if (slot >= buffers.size() || (buffers[slot] == nullptr && to.elements > 0))
        throw error(error_code::missing_argument, "kernel " + code_.source.name + ": no memory for buffer " + b.name);
      to.data = static_cast<std::byte*>(buffers[slot]);
    }
  }
}

// Memory -------------------------------------------------------------------------------------------------------------

namespace detail {

/// Calls `f` with a value of the C++ type that holds an element; bool is none.
template <class F>
void with_element_type(scalar_type type, F f) {
  switch (type) {
    case scalar_type::f64: return f(double{});
    case scalar_type::f32: return f(float{});
    case scalar_type::i32: return f(std::int32_t{});
    case scalar_type::i8: return f(std::int8_t{});
    case scalar_type::u8: return f(std::uint8_t{});
    case scalar_type::i64: return f(std::int64_t{});
    case scalar_type::boolean: return;
  }
}

inline bool is_off(const value* r, const access& a, std::int32_t lane) {
  return a.has_predicate && r[a.predicate.at + a.predicate.step * lane].i == 0;
}

}  // namespace detail

/// The element that a lane of an access means, or -1 with the fault noted.
HONE_DECL std::int64_t machine::locate(const access& a, std::int32_t lane) {
  std::int64_t offset = 0;
  for (std::size_t k = 0; k < static_cast<std::size_t>(a.count); ++k) {
    const std::int64_t index = registers_[static_cast<std::size_t>(a.indices[k].at + a.indices[k].step * lane)].i;
    fault_.indices[k] = index;
    if (index < 0 || index >= a.extents[k]) {
      for (std::size_t rest = k; rest < static_cast<std::size_t>(a.count); ++rest)
        fault_.indices[rest] = registers_[static_cast<std::size_t>(a.indices[rest].at + a.indices[rest].step * lane)].i;
      fault_.buffer = a.buffer;
      fault_.count = a.count;
      fault_.dimension = static_cast<std::int32_t>(k);
      return -1;
    }
    offset += index * a.strides[k];
  }
  return offset;
}

HONE_DECL bool machine::load(const instruction& i) {
  const access& a = code_.accesses[static_cast<std::size_t>(i.a)];
  const place& from = places_[static_cast<std::size_t>(a.buffer)];
  value* const r = registers_.data();
  bool done = true;
  detail::with_element_type(i.type, [&](auto element) {
    for (std::int32_t l = 0; l < i.lanes && done; ++l) {
      value& to = r[i.target + l];
      std::int64_t at = -1;
      if (!detail::is_off(r, a, l)) {
        at = locate(a, l);
        done = at >= 0 && (from.defined == nullptr || from.defined[at] != 0);
        if (at >= 0 && !done) fault_.undefined = true, fault_.buffer = a.buffer, fault_.count = a.count;
        if (!done) return;
        std::memcpy(&element, from.data + at * static_cast<std::int64_t>(sizeof element), sizeof element);
      } else {
        element = 0;
      }
      if constexpr (std::is_floating_point_v<decltype(element)>) to.f = element;
      else to.i = element;
    }
  });
  return done;
}

HONE_DECL bool machine::store(const instruction& i) {
  const access& a = code_.accesses[static_cast<std::size_t>(i.a)];
  const place& to = places_[static_cast<std::size_t>(a.buffer)];
  const value* const r = registers_.data();
  bool done = true;
  detail::with_element_type(i.type, [&](auto element) {
    for (std::int32_t l = 0; l < i.lanes; ++l) {
      if (detail::is_off(r, a, l)) continue;
      const std::int64_t at = locate(a, l);
      done = at >= 0;
      if (!done) return;
      if constexpr (std::is_floating_point_v<decltype(element)>) element = static_cast<decltype(element)>(r[i.b + l].f);
      else element = static_cast<decltype(element)>(r[i.b + l].i);
      std::memcpy(to.data + at * static_cast<std::int64_t>(sizeof element), &element, sizeof element);
      if (to.defined != nullptr) to.defined[at] = 1;
    }
  });
  return done;
}

HONE_DECL void machine::allocate(const instruction& i) {
  const place& p = places_[static_cast<std::size_t>(i.a)];
  const bool shared = code_.source.buffers[static_cast<std::size_t>(i.a)].scope == ir::buffer_scope::shared;
  if (p.elements > 0 && (!shared || is_first_)) std::memset(p.defined, 0, static_cast<std::size_t>(p.elements));
}

// Instructions -------------------------------------------------------------------------------------------------------

HONE_DECL void machine::arithmetic(const instruction& i) {
  value* const r = registers_.data();
  switch (i.type) {
    case scalar_type::f64: return detail::real_operation<double>(i, r);
    case scalar_type::f32: return detail::real_operation<float>(i, r);
    case scalar_type::i32: return detail::integer_operation<scalar_type::i32>(i, r);
    case scalar_type::i8: return detail::integer_operation<scalar_type::i8>(i, r);
    case scalar_type::u8: return detail::integer_operation<scalar_type::u8>(i, r);
    case scalar_type::i64: return detail::integer_operation<scalar_type::i64>(i, r);
    case scalar_type::boolean: return detail::integer_operation<scalar_type::boolean>(i, r);
  }
}

/// What brings values from register to register.
HONE_DECL void machine::move(const instruction& i) {
  value* const r = registers_.data();
  switch (i.op) {
    case opcode::broadcast: std::fill_n(r + i.target, i.lanes, r[i.a]); return;
    case opcode::copy: std::copy_n(r + i.a, i.lanes, r + i.target); return;
    case opcode::ramp:
      for (std::int32_t l = 0; l < i.lanes; ++l)
        r[i.target + l].i = ir::wrap(i.type, ir::wrapping_add(r[i.a].i, ir::wrapping_mul(l, r[i.b].i)));
      return;
    case opcode::cast: return detail::convert(i, r);
    case opcode::reinterpret: return detail::keep_bits(i, r);
    case opcode::select:
      for (std::int32_t l = 0; l < i.lanes; ++l) r[i.target + l] = r[r[i.a + l].i != 0 ? i.b + l : i.c + l];
      return;
    default: return detail::reduce(i, r);
  }
}

HONE_DECL stop machine::run(std::uint64_t fuel) {
  for (; fuel > 0; --fuel) {
    const instruction& i = code_.instructions[static_cast<std::size_t>(at_)];
    value* const r = registers_.data();
    ++at_;
    switch (i.op) {
      case opcode::arithmetic: arithmetic(i); break;
      case opcode::broadcast:
      case opcode::copy:
      case opcode::ramp:
      case opcode::cast:
      case opcode::reinterpret:
      case opcode::select:
      case opcode::reduce: move(i); break;
      case opcode::load:
        if (!load(i)) return --at_, stop::fault;
        break;
      case opcode::store:
        if (!store(i)) return --at_, stop::fault;
        break;
      case opcode::jump: at_ = i.c; break;
      case opcode::jump_unless:
        if (r[i.a].i == 0) at_ = i.c;
        break;
      case opcode::loop_begin:
        r[i.target].i = r[i.a].i;
        r[i.target + 1].i = ir::wrapping_add(r[i.a].i, r[i.b].i);
        if (r[i.b].i <= 0) at_ = i.c;
        break;
      case opcode::loop_next:
        r[i.target].i = ir::wrapping_add(r[i.target].i, 1);
        if (r[i.target].i != r[i.target + 1].i) at_ = i.c;
        break;
      case opcode::allocate: allocate(i); break;
      case opcode::barrier: return stop::barrier;
      case opcode::finish: return --at_, stop::finished;
    }
  }
  return stop::fuel;
}

}  // namespace hone::core::interp
