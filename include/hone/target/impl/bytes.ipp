// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bodies of target/bytes.hpp.
#include <hone/target/bytes.hpp>

namespace hone::core::target {

HONE_DECL byte_string to_bytes(const cpu& c) {
  byte_writer out;
  out.text(c.architecture);
  out.text(c.model);
  out.sequence(c.features, [](byte_writer& w, const std::string& name) { w.text(name); });
  out.value(c.vector_bytes);
  out.value(c.vector_registers);
  out.value(c.cores);
  out.value(c.l1_bytes);
  out.value(c.l2_bytes);
  out.value(c.l3_bytes);
  return out.take();
}

HONE_DECL cpu from_bytes(byte_view bytes) {
  byte_reader in(bytes);
  cpu c;
  c.architecture = in.text();
  c.model = in.text();
  c.features = in.sequence([](byte_reader& r) { return r.text(); });
  c.vector_bytes = in.value<std::int32_t>();
  c.vector_registers = in.value<std::int32_t>();
  c.cores = in.value<std::int32_t>();
  c.l1_bytes = in.value<std::int64_t>();
  c.l2_bytes = in.value<std::int64_t>();
  c.l3_bytes = in.value<std::int64_t>();
  if (!in.at_end()) throw error(error_code::bad_program, "there are bytes after the description of the processor");
  return c;
}

}  // namespace hone::core::target
