#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What it costs to compile a user's file: CPU seconds, memory, template instantiations; both modes, both compilers.

  compile_time.py [--quick] [--out FILE]   measures and prints a table
  compile_time.py --check                  compares the instantiations with the baseline, for CI: no time is judged
  compile_time.py --approve                writes the baseline
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
USER_FILE = ROOT / "bench/compile_time/user_file.cpp"
BASELINE = ROOT / "bench/baselines/compile_time.json"
EIGEN = os.environ.get("HONE_TEST_EIGEN", "/usr/include/eigen3")
COMPILERS = ["g++", "clang++"]
MODES = {"header-only": [], "compiled": ["-DHONE_COMPILED"]}
BUDGET_SECONDS = {"header-only": 12.0, "compiled": 5.0}
BUDGET_MB = 1000
ALLOWED_GROWTH = 0.05
SKIPPED = 77  # CTest's mark for "not run here"


def command(compiler, mode, output, level="-O2"):
    return [compiler, "-std=c++20", level, f"-I{ROOT / 'include'}", "-isystem", EIGEN, *MODES[mode], "-c",
            str(USER_FILE), "-o", str(output)]


def version(compiler):
    """The compiler and its major version, "gcc 12", or None where it is not installed."""
    try:
        major = subprocess.run([compiler, "-dumpversion"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    return f"{'clang' if 'clang' in compiler else 'gcc'} {major.split('.')[0].strip()}"


def run(arguments):
    """Runs a compiler; returns CPU seconds, the peak of its memory in MB, and what it printed."""
    with tempfile.TemporaryFile("w+") as log:
        process = subprocess.Popen(arguments, stdout=log, stderr=log)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        log.seek(0)
        printed = log.read()
    if process.returncode != 0:
        sys.exit(f"does not compile: {' '.join(arguments)}\n{printed}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, printed


def count_gcc(mode, folder):
    """gcc counts the specialisations that its front end made."""
    _, _, printed = run(command("g++", mode, folder / "user_file.o", "-O0") + ["-fstats"])
    elements = re.findall(r"(decl|type)_specializations: size \d+, (\d+) elements", printed)
    return {{"decl": "functions_and_variables", "type": "classes"}[kind]: int(n) for kind, n in elements}


def count_clang(mode, folder):
    """clang's time trace has an event for every instantiation when it leaves out none for being short."""
    run(command("clang++", mode, folder / "user_file.o", "-O0") + ["-ftime-trace", "-ftime-trace-granularity=0"])
    names = [event["name"] for event in json.loads((folder / "user_file.json").read_text())["traceEvents"]]
    return {"classes": names.count("InstantiateClass"), "functions": names.count("InstantiateFunction")}


def instantiations(compiler, mode):
    """Counted without optimisation, which is quicker: the front end is the same."""
    with tempfile.TemporaryDirectory() as folder:
        counts = (count_clang if compiler == "clang++" else count_gcc)(mode, Path(folder))
    if len(counts) != 2 or 0 in counts.values():
        sys.exit(f"{compiler} told no instantiations: {counts}")
    return counts


def measure(compiler, mode, repeats):
    """The least of some runs, since other programs only add."""
    with tempfile.TemporaryDirectory() as folder:
        runs = [run(command(compiler, mode, Path(folder) / "user_file.o")) for _ in range(repeats)]
    seconds = min(r[0] for r in runs)
    megabytes = max(r[1] for r in runs)
    return {"case": f"{version(compiler)}, {mode}", "ours": round(seconds, 2), "unit": "s", "peers": {}, "ratio": None,
            "budget_s": BUDGET_SECONDS[mode], "memory_mb": round(megabytes), "budget_mb": BUDGET_MB,
            "instantiations": instantiations(compiler, mode)}


def within_budget(row):
    memory_counts = row["case"].endswith(" compiled")  # the budget of memory is for the compiled mode
    return row["ours"] <= row["budget_s"] and (not memory_counts or row["memory_mb"] <= row["budget_mb"])


def machine():
    models = re.findall(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    return {"cpu": models[0] if models else "unknown", "cores": len(os.sched_getaffinity(0)),
            "compilers": [v for v in map(version, COMPILERS) if v]}


def print_table(rows):
    print(f"{'a file with a matrix product and a convolution, -O2':54}{'CPU s':>8}{'budget':>8}{'MB':>8}  instantiations")
    for row in rows:
        counts = ", ".join(f"{n} {what.replace('_', ' ')}" for what, n in row["instantiations"].items())
        print(f"{row['case']:54}{row['ours']:8.2f}{row['budget_s']:8.1f}{row['memory_mb']:8d}  {counts}")


def bench(quick, out):
    rows = [measure(compiler, mode, 1 if quick else 3)
            for compiler in COMPILERS if version(compiler) for mode in MODES]
    print_table(rows)
    summary = {"within_budget": all(map(within_budget, rows)), "worst_share_of_budget":
               round(max(row["ours"] / row["budget_s"] for row in rows), 3)}
    print("Within the budget." if summary["within_budget"] else "NOT within the budget.")
    if out:
        result = {"bench": "compile_time", "machine": machine(), "rows": rows, "summary": summary}
        Path(out).parent.mkdir(parents=True, exist_ok=True)
        Path(out).write_text(json.dumps(result, indent=2) + "\n")


def all_counts():
    return {f"{version(compiler)}, {mode}": instantiations(compiler, mode)
            for compiler in COMPILERS if version(compiler) for mode in MODES}


def approve():
    BASELINE.write_text(json.dumps(all_counts(), indent=2) + "\n")
    print(f"wrote {BASELINE.relative_to(ROOT)}")


def check():
    """Counts belong to a compiler's version, so only those in the baseline are compared. Less is fine, and said."""
    baseline = json.loads(BASELINE.read_text())
    compared, grown = 0, []
    for case, counts in all_counts().items():
        for what, before in baseline.get(case, {}).items():
            compared += 1
            change = counts[what] / before - 1
            print(f"{case}, {what}: {counts[what]}, {change:+.1%} against the baseline's {before}")
            if change > ALLOWED_GROWTH:
                grown.append(f"{case}: {what}")
    if not compared:
        print("The baseline has no count of this machine's compilers.")
        sys.exit(SKIPPED)
    if grown:
        sys.exit(f"More than {ALLOWED_GROWTH:.0%} above the baseline: {'; '.join(grown)}.\n"
                 "If that is worth it: bench/run compile_time --approve, and say why in the commit.")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="one run instead of three")
    parser.add_argument("--out", help="where the JSON is written")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--approve", action="store_true")
    options = parser.parse_args()
    if options.check:
        check()
    elif options.approve:
        approve()
    else:
        bench(options.quick, options.out)


if __name__ == "__main__":
    main()
