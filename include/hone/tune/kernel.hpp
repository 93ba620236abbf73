// SPDX-License-Identifier: Apache-2.0
/// \file
/// What `tune` returns: a handle that is called with arguments by name.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <hone/ast/problem.hpp>
#include <hone/ast/reify.hpp>
#include <hone/diag/call_errors.hpp>
#include <hone/dsl/arguments.hpp>
#include <hone/runtime/bind.hpp>
#include <hone/runtime/executor.hpp>
#include <hone/runtime/kernel.hpp>
#include <hone/tune/request.hpp>

namespace hone::core {

/// How a call ended: what is wrong with its arguments, or with the run.
struct call_status {
  runtime::bind_result binding;
  runtime::run_status run = runtime::run_status::ok;
  bool ok() const noexcept { return binding.ok() && run == runtime::run_status::ok; }
  explicit operator bool() const noexcept { return ok(); }
};

namespace detail {

/// What all copies of a kernel share.
struct kernel_state {
  std::shared_ptr<const ast::problem> problem;
  std::optional<runtime::compiled_plan> compiled;
  native_operator native;
  runtime::binder binder;
  runtime::executor* workers = nullptr;  ///< null: the calling thread only
  tuning_report report;
};

/// Loads the kernel of an outcome.
HONE_DECL std::shared_ptr<const kernel_state> make_state(const tune_request& request, tune_outcome outcome);

/// Runs the code, or the native loops where there is none. `by_symbol`: room for one address per symbol.
HONE_DECL runtime::run_status run_kernel(const kernel_state& state, std::span<const runtime::memory_view> views,
                                         std::span<void*> by_symbol) noexcept;

/// The error that a failed call throws.
HONE_DECL error call_error(const kernel_state& state, const call_status& status);

/// The tensors of an operator in the order of its symbols, which is the order of a plan's arguments.
template <class Operator>
struct tensors_of {
  static constexpr const auto& tree = ast::detail::skeleton<typename Operator::statement_type>;
  static constexpr std::size_t symbols = static_cast<std::size_t>(tree.symbol_count);
  // single letters are the users': gcc would warn of a shadowed axis
  static constexpr std::size_t count = [] {
    std::size_t tensors = 0;
    for (std::size_t symbol = 0; symbol < symbols; ++symbol)
      if (tree.symbols[symbol].kind == ast::symbol_kind::tensor) ++tensors;
    return tensors;
  }();
  static constexpr auto symbol_of = [] {
    std::array<std::size_t, count> found{};
    std::size_t tensors = 0;
    for (std::size_t symbol = 0; symbol < symbols; ++symbol)
      if (tree.symbols[symbol].kind == ast::symbol_kind::tensor) found[tensors++] = symbol;
    return found;
  }();
  /// The place of a tensor among the arguments, or `count`.
  static constexpr std::size_t place(std::string_view name) {
    for (std::size_t k = 0; k < count; ++k)
      if (tree.symbols[symbol_of[k]].label.view() == name) return k;
    return count;
  }
  template <class Argument>
  static constexpr std::size_t place_of = place(dsl::tensor_of<Argument>::name.view());
};

/// Refuses an argument that does not fit its tensor; true when it fits.
template <class Operator, class Argument>
constexpr bool check_argument() {
  using tensor = dsl::tensor_of<Argument>;
  using object = std::remove_reference_t<decltype(std::declval<Argument&>().object)>;
  using tensors = tensors_of<Operator>;
  constexpr std::size_t place = tensors::place(tensor::name.view());
  if constexpr (place == tensors::count) {
    (void)diag::say<typename diag::about<diag::the_tensor, tensor::name>::is_given_in_the_call_but_the_operator_has_no_such_tensor>{};
    return false;
  } else if constexpr (!runtime::TensorView<object>) {
    (void)diag::say<typename diag::about<diag::the_tensor, tensor::name>::is_given_something_that_is_no_pointer_span_container_or_view>{};
    return false;
  } else if constexpr (!std::is_void_v<runtime::view_element<object>>) {
    using element = runtime::view_element<object>;
    constexpr bool written = tensors::tree.symbols[tensors::symbol_of[place]].output;
    if constexpr (!std::is_same_v<std::remove_const_t<element>, typename tensor::element_type>) {
      (void)diag::say<typename diag::about<diag::the_tensor, tensor::name>::is_given_data_of_another_element_type>{};
      return false;
    } else if constexpr (written && std::is_const_v<element>) {
      (void)diag::say<typename diag::about<diag::the_tensor, tensor::name>::is_written_by_the_operator_but_is_given_constant_data>{};
      return false;
    } else {
      return true;
    }
  } else {
    return true;
  }
}

/// A name of the tree as a template argument, for a sentence.
template <class Operator, std::size_t Place, std::size_t... Places>
auto spelled_tensor(std::index_sequence<Places...>)
    -> diag::the_tensor<tensors_of<Operator>::tree.symbols[tensors_of<Operator>::symbol_of[Place]].label.text[Places]...>;

template <class Operator, std::size_t Place, class... Arguments>
constexpr bool check_given() {
  using tensors = tensors_of<Operator>;
  constexpr auto label = tensors::tree.symbols[tensors::symbol_of[Place]].label;
  if constexpr (dsl::argument_place<Arguments...>(label.view()) < 0) {
    using named = decltype(spelled_tensor<Operator, Place>(std::make_index_sequence<label.view().size()>{}));
    (void)diag::say<typename named::is_not_given_in_the_call_write_its_name_equals_your_data>{};
    return false;
  } else {
    return true;
  }
}

template <class Operator, class... Arguments>
constexpr bool check_call() {
  dsl::check_arguments<Arguments...>();
  return (check_argument<Operator, Arguments>() && ...) && []<std::size_t... Places>(std::index_sequence<Places...>) {
    return (check_given<Operator, Places, Arguments...>() && ...);
  }(std::make_index_sequence<tensors_of<Operator>::count>{});
}

}  // namespace detail

/// A tuned operator. Copies share the code; any number of threads may call them at once, on different outputs. After a
/// thread's first call nothing is allocated in a call.
///
///     multiply(A = a, B = b, C = c);                       // throws error for arguments that do not fit
///     if (!multiply.call(A = a, B = b, C = c)) ...;        // never throws
template <class Operator>
class kernel {
 public:
  explicit kernel(std::shared_ptr<const detail::kernel_state> state) : state_(std::move(state)) {}

  /// Runs it. Arguments: pointers, spans, containers, strided views, numbers for scalars; each tensor once. Throws
  /// `error{bad_argument}`, `error{missing_argument}` or `error{overlapping_arguments}` with the tensor's name.
  template <dsl::NamedArgument... Arguments>
  void operator()(Arguments&&... arguments) const {
    if constexpr (detail::check_call<Operator, Arguments...>()) {
      const call_status status = call(arguments...);
      if (!status.ok()) throw detail::call_error(*state_, status);
    }
  }

  /// The same with a status.
  template <dsl::NamedArgument... Arguments>
  [[nodiscard]] call_status call(Arguments&&... arguments) const noexcept {
    using tensors = detail::tensors_of<Operator>;
    call_status status;
    if constexpr (detail::check_call<Operator, Arguments...>()) {
      std::array<runtime::memory_view, tensors::count> views{};
      ((views[tensors::template place_of<Arguments>] = runtime::view_of(arguments.object)), ...);
      std::array<void*, tensors::symbols> by_symbol{};
      status.binding = state_->binder.check(views);
      if (status.binding.ok()) status.run = detail::run_kernel(*state_, views, by_symbol);
    }
    return status;
  }

  /// Why a call failed, in one sentence.
  std::string sentence(const call_status& status) const { return detail::call_error(*state_, status).what(); }

  const tuning_report& report() const noexcept { return state_->report; }
  const ast::problem& problem() const noexcept { return *state_->problem; }

 private:
  std::shared_ptr<const detail::kernel_state> state_;
};

}  // namespace hone::core

#if !defined(HONE_COMPILED)
#include <hone/tune/impl/kernel.ipp>
#endif
