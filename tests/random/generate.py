#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes C++ sources with random operators drawn from the whole language, and what is needed to bind them.

    generate.py --seed 1 --count 16 --per-file 4 --out FOLDER

Each operator comes with a function that binds it at random extents: sizes of tensors are computed from the index
expressions so that reads which are not padded stay inside."""
import argparse
import pathlib
import random

FLOATS = ["double", "float"]
INTEGERS = ["std::int32_t", "std::int8_t", "std::uint8_t"]
RANK = {"std::int8_t": 0, "std::uint8_t": 0, "std::int32_t": 0, "float": 2, "double": 3}


def wider(a, b):
    """The type of arithmetic on two types: small integers widen to int32."""
    best = max(RANK[a], RANK[b])
    return {0: "std::int32_t", 2: "float", 3: "double"}[best]


class Operator:
    def __init__(self, rng, name):
        self.rng, self.name = rng, name
        self.spatial = [f"i{k}" for k in range(rng.choice([0, 1, 1, 2, 2, 2, 3, 3, 4]))]
        self.reduced = []          # names of all reduction axes, for declarations
        self.tensors = []          # C++ declarations
        self.sizes = []            # (name, C++ expression of the smallest extent)
        self.attributes = []       # (name, low, high)
        self.inputs = 0
        self.budget = rng.randint(3, 9)   # inner nodes
        self.type, self.value = self.draw_value()

    # ---- index expressions: text, lowest value, highest value (as C++ expressions of the extents) ----

    def index(self, axes):
        rng = self.rng
        axis = rng.choice(axes)
        top = f"({axis}_n - 1)"
        kind = rng.random()
        if kind < 0.25:
            shift = rng.randint(0, 3)
            return f"{axis} + {shift}", f"{shift}", f"{top} + {shift}"
        if kind < 0.45:
            factor = rng.randint(2, 3)
            return f"{axis} * {factor}", "0", f"{top} * {factor}"
        if kind < 0.6 and len(axes) > 1:
            other = rng.choice([a for a in axes if a != axis])
            return f"{axis} + {other}", "0", f"{top} + ({other}_n - 1)"
        if kind < 0.7:
            divisor = rng.randint(2, 4)
            return f"{axis} / {divisor}", "0", f"{top} / {divisor}"
        if kind < 0.8:
            divisor = rng.randint(2, 5)
            return f"{axis} % {divisor}", "0", f"{divisor - 1}"
        if kind < 0.88:
            name = f"a{len(self.attributes)}"
            self.attributes.append((name, 1, 3))
            return f"{axis} * {name}", "0", f"{top} * {name}_v"
        if kind < 0.94:
            return f"7 - {axis}", f"7 - {top}", "7"
        shift = rng.randint(1, 3)
        return f"({axis} - {shift}) / 2", f"-{shift}", f"{top}"

    def read(self, axes, wanted=None):
        rng = self.rng
        name = f"A{self.inputs}"
        self.inputs += 1
        kind = wanted or rng.choice(FLOATS[1:] * 4 + FLOATS + INTEGERS)
        rank = min(rng.choice([0, 1, 1, 2, 2, 3]), 3) if axes else 0
        if rank == 0:
            self.tensors.append(f"constexpr scalar<\"{name}\", {kind}> {name};")
            return kind, name
        if rng.random() < 0.6:
            rank = min(rank, len(axes))
            chosen = rng.sample(axes, rank)
            self.tensors.append(f"constexpr tensor<\"{name}\", {kind}, {rank}> {name};")
            return kind, f"{name}({', '.join(chosen)})"
        parts = [self.index(axes) if rng.random() < 0.7 else None for _ in range(rank)]
        texts, extents, may_leave = [], [], False
        for part in parts:
            if part is None:
                axis = rng.choice(axes)
                part = (axis, "0", f"({axis}_n - 1)")
            text, low, high = part
            may_leave = may_leave or "-" in low or low.startswith("7 -")
            size = f"s{len(self.sizes)}"
            # a padded tensor may be smaller than what is read, another one never
            self.sizes.append((size, f"{high} + 1", part))
            extents.append(size)
            texts.append(text)
        self.tensors.append(f"constexpr shaped_tensor<\"{name}\", {kind}, {', '.join(extents)}> {name};")
        if may_leave or rng.random() < 0.4:
            pad = rng.choice(["0", "0", "1", "3"])
            return kind, f"padded({name}, {pad})({', '.join(texts)})"
        return kind, f"{name}({', '.join(texts)})"

    # ---- values: (type, text) ----

    def value(self, axes, depth, reduce_allowed=True):
        rng = self.rng
        if depth <= 0 or self.budget <= 0 or self.inputs >= 4:
            if self.inputs >= 4 or (self.inputs > 0 and rng.random() < 0.2):
                return self.literal()
            return self.read(axes)
        self.budget -= 1
        pick = rng.random()
        if reduce_allowed and pick < 0.18:
            return self.reduction(axes, depth - 1)
        if pick < 0.62:
            return self.binary(axes, depth - 1, reduce_allowed)
        if pick < 0.74:
            return self.choice(axes, depth - 1, reduce_allowed)
        if pick < 0.9:
            return self.function(axes, depth - 1, reduce_allowed)
        kind, text = self.value(axes, depth - 1, reduce_allowed)
        target = rng.choice(["float", "std::int32_t", "std::int8_t", "std::uint8_t", "double"])
        return target, f"cast<{target}>({text})"

    def literal(self):
        kind = self.rng.choice(["float", "std::int32_t"])
        number = self.rng.choice(["0.5", "2", "-1.25", "3"]) if kind == "float" else self.rng.choice(["1", "2", "-3", "7"])
        return kind, f"cast<{kind}>({number})" if False else f"literal<{kind}>({number})"

    def binary(self, axes, depth, reduce_allowed):
        rng = self.rng
        (ta, a), (tb, b) = self.value(axes, depth, reduce_allowed), self.value(axes, depth - 1, reduce_allowed)
        common = wider(ta, tb)
        operators = ["+", "-", "*", "*", "min", "max"]
        if common == "std::int32_t":
            operators += ["/", "%"]
        chosen = rng.choice(operators)
        if chosen in ("min", "max"):
            return (ta if ta == tb else common), f"{chosen}({a}, {b})"
        return common, f"({a} {chosen} {b})"

    def choice(self, axes, depth, reduce_allowed):
        (ta, a), (tb, b) = self.value(axes, depth - 1, reduce_allowed), self.value(axes, depth - 1, reduce_allowed)
        (tc, c), (td, d) = self.value(axes, depth - 1, reduce_allowed), self.value(axes, depth - 1, False)
        compare = self.rng.choice(["<", "<=", ">", ">=", "==", "!="])
        condition = f"({c} {compare} {d})"
        if self.rng.random() < 0.2:
            condition = f"!{condition}"
        return (ta if ta == tb else wider(ta, tb)), f"select({condition}, {a}, {b})"

    def function(self, axes, depth, reduce_allowed):
        rng = self.rng
        kind, text = self.value(axes, depth, reduce_allowed)
        if kind not in FLOATS:
            if rng.random() < 0.5:
                return kind, f"abs({text})"
            kind, text = "float", f"cast<float>({text})"
        name = rng.choice(["abs", "exp", "log", "sqrt", "tanh", "sin", "cos", "erf", "floor", "ceil", "relu",
                           "sigmoid", "gelu"])
        inner = {"exp": f"min({text}, 4)", "log": f"(abs({text}) + 1)", "sqrt": f"abs({text})"}.get(name, text)
        return kind, f"{name}({inner})"

    def reduction(self, axes, depth):
        rng = self.rng
        count = rng.choice([1, 1, 1, 2, 2, 3])
        mine = [f"r{len(self.reduced) + k}" for k in range(count)]
        self.reduced += mine
        kind, text = self.value(axes + mine, max(depth, 0), rng.random() < 0.3)
        missing = [m for m in mine if m not in text]
        for m in missing:   # every axis must occur: an unused one would have no extent to take from a tensor
            other_kind, other = self.read([m], "float" if kind in FLOATS else "std::int32_t")
            kind, text = wider(kind, other_kind), f"({text} * {other})"
        name = rng.choice(["sum", "sum", "sum", "min_over", "max_over", "product"])
        if name == "product":
            text = f"({text} + 1)" if kind in INTEGERS else f"(1 + {text} / 64)"
            kind = wider(kind, "std::int32_t")
        narrow = kind in ("std::int8_t", "std::uint8_t")
        result = "std::int32_t" if narrow else kind
        accumulator = ""
        if rng.random() < 0.15 and result == "float":
            result, accumulator = "double", "<double>"
        return result, f"{name}{accumulator}({', '.join(mine)})({text})"

    def draw_value(self):
        while True:
            saved = (list(self.reduced), list(self.tensors), list(self.sizes), list(self.attributes), self.inputs, self.budget)
            kind, text = (self.reduction(self.spatial, 3) if self.rng.random() < 0.6 else self.value(self.spatial, 4))
            if self.rng.random() < 0.3:   # an epilogue
                other_kind, other = self.read(self.spatial)
                kind, text = wider(kind, other_kind), f"({text} + {other})"
            if self.inputs > 0:
                return kind, text
            self.reduced, self.tensors, self.sizes, self.attributes, self.inputs, self.budget = saved

    # ---- C++ ----

    def source(self):
        rng = self.rng
        lines = [f"namespace {self.name} {{"]
        axes = self.spatial + self.reduced
        lines += [f"constexpr axis<\"{a}\"> {a};" for a in axes]
        lines += [f"constexpr hone::size<\"{s}\"> {s};" for s, _, _ in self.sizes]
        lines += [f"constexpr attribute<\"{a}\"> {a};" for a, _, _ in self.attributes]
        lines += self.tensors
        target = self.type if rng.random() < 0.85 else wider(self.type, "float")
        lines.append(f"constexpr tensor<\"Out\", {target}, {len(self.spatial)}> Out;")
        assign = "+=" if rng.random() < 0.25 else "="
        order = list(self.spatial)
        rng.shuffle(order)
        lines.append(f"constexpr auto definition = op<\"{self.name}\">(Out({', '.join(order)}) {assign} {self.value});")
        lines.append("inline std::vector<dsl::named_value> draw(hone::random_generator& random) {")
        lines.append("  std::vector<dsl::named_value> values;")
        for a in self.spatial:
            lines.append(f"  const auto {a}_n = drawn_extent(random, {len(self.spatial)}); values.push_back({{\"{a}\", {a}_n}});")
        for a in self.reduced:
            lines.append(f"  const auto {a}_n = drawn_extent(random, {len(axes)}); values.push_back({{\"{a}\", {a}_n}});")
        for a, low, high in self.attributes:
            lines.append(f"  const std::int64_t {a}_v = {low} + static_cast<std::int64_t>(random.below({high - low + 1})); "
                         f"values.push_back({{\"{a}\", {a}_v}});")
        for s, extent, _ in self.sizes:
            lines.append(f"  values.push_back({{\"{s}\", std::max<std::int64_t>(1, {extent})}});")
        for a in axes:
            lines.append(f"  (void){a}_n;")
        lines.append("  return values;\n}")
        lines.append(f"const bool registered = add_case(\"{self.name}\", definition, draw);")
        lines.append("}  // namespace " + self.name)
        return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--per-file", type=int, default=4)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for first in range(0, options.count, options.per_file):
        parts = ["// Written by generate.py --seed %d\n#include <random/harness.hpp>\n" % options.seed,
                 "namespace {\nusing namespace hone;\nusing namespace random_test;\n"]
        for k in range(first, min(first + options.per_file, options.count)):
            rng = random.Random(options.seed * 1_000_003 + k)
            parts.append(Operator(rng, f"op{k}").source())
        parts.append("}  // namespace\n")
        path = options.out / f"operators_{first // options.per_file}.cpp"
        text = "\n".join(parts)
        if not path.exists() or path.read_text() != text:
            path.write_text(text)


if __name__ == "__main__":
    main()
