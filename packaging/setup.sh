# What demo.sh, test.sh and bundle.sh share; they source it after setting $root, the checkout.
#
#   setup GROUP...   makes .venv in the checkout and installs the locked GROUPs: base, local, test, bundle.
#                    Sets $python. What is already there is left alone, so a second run takes a second.
#   need_command NAME PACKAGE   installs an apt package when a command is missing.
#
# A locked group is packaging/requirements/GROUP.txt, installed with its hashes. POSIX sh; the path may hold
# spaces and any script.

set -eu
umask 022
export DEBIAN_FRONTEND=noninteractive PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 PYTHONUTF8=1
unset PYTHONHOME PYTHONPATH VIRTUAL_ENV || true
locks=$root/packaging/requirements
venv=$root/.venv
python=$venv/bin/python
apt_lists_read=no

say() { printf '%s\n' "$*"; }

stop() { # one sentence, no trace
  printf '%s\n' "$*" >&2
  exit 1
}

# ---- apt ------------------------------------------------------------------------------------------------

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  else
    sudo -n "$@"
  fi
}

can_install() {
  command -v apt-get >/dev/null 2>&1 || return 1
  [ "$(id -u)" = 0 ] || { command -v sudo >/dev/null 2>&1 && sudo -n true >/dev/null 2>&1; }
}

apt_install() { # apt_install PURPOSE PACKAGE...: installs, or says what to install and stops
  purpose=$1
  shift
  can_install || stop "LexDesk needs $purpose. Please install: $* (on Debian and Ubuntu: sudo apt-get install $*), then run this again."
  say "Installing for $purpose: $*"
  mkdir -p -- "$root/build"
  if [ "$apt_lists_read" = no ]; then
    as_root apt-get -q -o DPkg::Lock::Timeout=300 update >"$root/build/apt.log" 2>&1 || tail -n 5 "$root/build/apt.log" >&2
    apt_lists_read=yes
  fi
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 install --no-install-recommends "$@" \
    >>"$root/build/apt.log" 2>&1 </dev/null || {
    tail -n 15 "$root/build/apt.log" >&2
    stop "apt-get could not install: $*. Please install these packages and run this again."
  }
}

need_command() {
  command -v "$1" >/dev/null 2>&1 || apt_install "the command $1" "$2"
}

# ---- Python ---------------------------------------------------------------------------------------------

python_fits() { # a Python that the locked packages are made for, able to make an environment
  "$1" -c 'import sys, venv, ensurepip, ctypes; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 15))' >/dev/null 2>&1
}

find_python() {
  for candidate in "${LEXDESK_PYTHON:-python3}" python3.11 python3 python3.12 python3.13 python3.14 /usr/bin/python3; do
    if command -v "$candidate" >/dev/null 2>&1 && python_fits "$candidate"; then
      found=$(command -v "$candidate")
      return 0
    fi
  done
  return 1
}

get_python() {
  find_python && return
  apt_install "Python 3.11 or newer with venv" python3 python3-venv
  find_python && return
  apt_install "Python 3.11 or newer with venv" python3.11 python3.11-venv
  find_python || stop "No Python from 3.11 to 3.14 that can make environments was found. Please install one and name it: LEXDESK_PYTHON=/path/to/python3."
}

# ---- libraries that Qt loads ----------------------------------------------------------------------------

has_library() {
  { ldconfig -p 2>/dev/null || /sbin/ldconfig -p 2>/dev/null; } | grep -q -F "$1"
}

qt_libraries() {
  missing=
  while read -r library package; do
    has_library "$library" || missing="$missing $package"
  done <<LIST
libEGL.so.1 libegl1
libGL.so.1 libgl1
libxkbcommon.so.0 libxkbcommon0
libfontconfig.so.1 libfontconfig1
libdbus-1.so.3 libdbus-1-3
libglib-2.0.so.0 libglib2.0-0
libxkbcommon-x11.so.0 libxkbcommon-x11-0
libxcb-cursor.so.0 libxcb-cursor0
libxcb-icccm.so.4 libxcb-icccm4
libxcb-image.so.0 libxcb-image0
libxcb-keysyms.so.1 libxcb-keysyms1
libxcb-randr.so.0 libxcb-randr0
libxcb-render-util.so.0 libxcb-render-util0
libxcb-shape.so.0 libxcb-shape0
libxcb-xinerama.so.0 libxcb-xinerama0
libxcb-xkb.so.1 libxcb-xkb1
LIST
  # Qt brings no fonts of its own: without any, every letter of the window is an empty box.
  has_font '*.[to]tf' || missing="$missing fonts-dejavu-core"
  # shellcheck disable=SC2086
  [ -z "$missing" ] || apt_install "the window" $missing
  # The faces that the window is drawn for; it also works with others.
  wanted=
  has_font 'LiberationSans-*' || wanted="$wanted fonts-liberation"
  { has_font '*wqy*' || has_font '*cjk*' || has_font '*fallback*'; } || wanted="$wanted fonts-wqy-microhei"
  if [ -n "$wanted" ]; then
    if can_install; then
      # shellcheck disable=SC2086
      apt_install "the letters of the window, Chinese among them," $wanted
    else
      say "The window looks best with these packages:$wanted (sudo apt-get install$wanted)."
    fi
  fi
}

has_font() { # has_font PATTERN: a font file of that name is installed
  [ -n "$(find /usr/share/fonts /usr/local/share/fonts "${HOME:-/nonexistent}/.local/share/fonts" \
    -iname "$1" 2>/dev/null | head -n 1)" ]
}

# ---- the environment ------------------------------------------------------------------------------------

sum_of() { cat -- "$@" | sha256sum | cut -d' ' -f1; }

stamp_of() { # what a finished group depends on
  printf '%s %s\n' "$(sum_of "$locks/$1.txt")" "$("$python" -c 'import sys; print(sys.version.split()[0], sys.prefix)')"
}

is_done() {
  [ -f "$venv/done-$1" ] && [ "$(cat -- "$venv/done-$1")" = "$(stamp_of "$1")" ]
}

mark_done() { stamp_of "$1" >"$venv/done-$1"; }

make_venv() {
  # An environment knows its own path: after the checkout has moved it is made anew.
  if "$python" -c 'import pip, sys; sys.exit(sys.prefix != sys.argv[1])' "$venv" >/dev/null 2>&1 &&
    [ "$(cat -- "$venv/made-for" 2>/dev/null)" = "$root" ]; then
    return
  fi
  get_python
  say "Making .venv with $("$found" --version)"
  rm -rf -- "$venv"
  "$found" -m venv "$venv"
  printf '%s\n' "$root" >"$venv/made-for"
}

# with_heartbeat LOG WHAT COMMAND...: runs it, and says every half minute that it still runs and how far it is.
with_heartbeat() {
  log=$1
  what=$2
  shift 2
  "$@" >"$log" 2>&1 </dev/null &
  running=$!
  trap 'kill "$running" 2>/dev/null || true; exit 130' INT TERM
  began=$(date +%s)
  next=30
  while kill -0 "$running" 2>/dev/null; do
    sleep 1
    seconds=$(($(date +%s) - began))
    if [ "$seconds" -ge "$next" ]; then
      next=$((seconds + 30))
      step=$(grep -o '\[[0-9]*/[0-9]*\]' "$log" 2>/dev/null | tail -n 1) || step=
      say "  $what: $((seconds / 60)) min $((seconds % 60)) s${step:+, step $step}"
    fi
  done
  trap - INT TERM
  wait "$running" || {
    tail -n 25 "$log" >&2
    stop "This failed: $what. The whole output is in $log."
  }
}

llama_options="-DLLAVA_BUILD=OFF -DLLAMA_BUILD_TESTS=OFF -DLLAMA_BUILD_EXAMPLES=OFF -DLLAMA_BUILD_TOOLS=OFF -DLLAMA_CURL=OFF"

need_compiler() {
  if ! command -v c++ >/dev/null 2>&1 && ! command -v g++ >/dev/null 2>&1 && ! command -v clang++ >/dev/null 2>&1; then
    apt_install "building llama-cpp-python" g++ libc6-dev
  fi
}

install_group() {
  is_done "$1" && return
  mkdir -p -- "$root/build"
  what="installing the $1 packages"
  if [ "$1" = local ]; then
    need_compiler
    what="building llama-cpp-python (7 to 20 minutes, once)"
    CMAKE_ARGS="$llama_options ${CMAKE_ARGS:-}"
    export CMAKE_ARGS
  fi
  say "Now $what ..."
  # --no-build-isolation: what builds use comes from the locked build group, not from a fresh download.
  # Verbose, so that the steps of a long build can be counted; nothing of it reaches the screen.
  PATH="$venv/bin:$PATH" with_heartbeat "$root/build/install-$1.log" "$what" \
    "$python" -m pip install -v --require-hashes --no-build-isolation -r "$locks/$1.txt"
  mark_done "$1"
}

install_checkout() {
  want=$(sum_of "$root/pyproject.toml")
  [ "$(cat -- "$venv/done-checkout" 2>/dev/null)" = "$want" ] && return
  with_heartbeat "$root/build/install-checkout.log" "installing LexDesk" \
    "$python" -m pip install --no-deps --no-build-isolation -e "$root"
  printf '%s\n' "$want" >"$venv/done-checkout"
}

setup() {
  make_venv
  qt_libraries
  for group in build "$@"; do
    install_group "$group"
  done
  install_checkout
}
