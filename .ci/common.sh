# SPDX-License-Identifier: Apache-2.0
# What examples/run, tests/run and bench/run share: installing, configuring, building. Sourced from the root's folder.

install_packages=yes
build_folder=build
llvm_dir=${HONE_LLVM_DIR:-}
unset HONE_LLVM_DIR   # for CMake, not for the programs that are run

say() { printf '%s\n' "-- $*"; }
die() { printf '%s\n' "$*" >&2; exit 1; }

# The packages of some groups, each once.
packages_of() {
  local group
  for group in "$@"; do awk -v group="$group" '$1 == group { print $2 }' .ci/packages; done | sort -u
}

missing_packages() {
  local package
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || echo "$package"
  done
}

# Installs what is missing of some groups, or says which command would.
install_groups() {
  local groups=("$@") missing
  # With an LLVM of the user's own, Debian's is not needed.
  [ -z "$llvm_dir" ] || groups=("${groups[@]/llvm/}")
  if ! command -v dpkg-query >/dev/null; then
    say "This is not a Debian system. Needed are: $(packages_of "${groups[@]}" | xargs)"
    return 0
  fi
  missing=$(missing_packages $(packages_of "${groups[@]}") | xargs)
  if [ -z "$missing" ]; then
    say "All needed packages are installed."
    return 0
  fi
  local command="apt-get install -y --no-install-recommends $missing"
  if [ "$install_packages" = no ]; then
    say "Not installed: $missing. Going on without (--no-install)."
    return 0
  fi
  if [ "$(id -u)" = 0 ]; then
    say "Installing: $missing"
    apt_install "" "$command"
  elif command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
    say "Installing with sudo: $missing"
    apt_install sudo "$command"
  else
    die "Missing packages. Please have this run as root, then start again:
  $command"
  fi
}

# apt_install PREFIX COMMAND: without the package lists of a fresh machine the first try fails, so update then.
apt_install() {
  export DEBIAN_FRONTEND=noninteractive
  local log
  log=$(mktemp)
  if ! $1 $2 >"$log" 2>&1; then
    say "Updating the package lists first."
    $1 apt-get update -qq
    $1 $2 >"$log" 2>&1 || { cat "$log" >&2; die "Could not install. The command was: $1 $2"; }
  fi
  rm -f "$log"
}

# configure FOLDER [CMake arguments]
configure() {
  local folder=$1; shift
  say "Configuring into $folder/"
  mkdir -p "$folder"
  cmake -S . -B "$folder" -G Ninja -DCMAKE_CXX_COMPILER="${CXX:-g++}" -DHONE_LLVM_DIR="$llvm_dir" "$@" \
    >"$folder/configure.log" 2>&1 || { cat "$folder/configure.log" >&2; die "CMake could not configure."; }
  grep -E '^-- Hone:' "$folder/configure.log" || true
}

# build FOLDER [targets]: quiet when it works.
build() {
  local folder=$1; shift
  say "Building in $folder/ ${*:+($*)}"
  cmake --build "$folder" ${@:+--target "$@"}
}
