# Sourced by ./maestro and ./test, from the repository's root: makes sure that what they need is
# there. POSIX shell. Where nothing is stale it starts no node and no npm.

die() {
  printf '%s\n' "maestro: $*" >&2
  exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

# at_least HAVE MAJOR MINOR: is this dotted version (letters behind it aside) new enough?
at_least() {
  major=${1%%.*}
  case $1 in *.*) rest=${1#*.} ;; *) rest=0 ;; esac
  minor=${rest%%[!0-9]*}
  case $major in '' | *[!0-9]*) return 1 ;; esac
  [ "$major" -gt "$2" ] || { [ "$major" -eq "$2" ] && [ "${minor:-0}" -ge "$3" ]; }
}

node_is_fine() { have node && v=$(node -v 2>/dev/null) && at_least "${v#v}" 20 19; }
git_is_fine() { have git && v=$(git --version 2>/dev/null) && at_least "${v#git version }" 2 31; }
tmux_is_fine() {
  have tmux && v=$(tmux -V 2>/dev/null) || return 1
  v=${v#tmux }
  # Development builds: "next-3.6" says which version comes, "master" is newer than any.
  [ "$v" = master ] || at_least "${v#next-}" 3 2
}

# The command that installs the packages named, or nothing where no package manager is known.
install_command() {
  if have apt-get; then
    echo "apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $*"
  elif have dnf; then
    echo "dnf install -y $*"
  elif have pacman; then
    echo "pacman -Sy --needed --noconfirm $*"
  elif have apk; then
    echo "apk add --no-cache $*"
  elif have brew; then
    echo "brew install $*"
  fi
}

# Installs as root, asks first where a person can answer, and else names the one command to run.
install_packages() {
  line=$(install_command "$@")
  [ -n "$line" ] || die "please install: $*"
  if have brew && ! have apt-get && ! have dnf && ! have pacman && ! have apk; then
    root=no
  elif [ "$(id -u)" -eq 0 ]; then
    root=is
  elif have sudo; then
    root=sudo
    line="sudo sh -c '$line'"
  else
    die "missing or too old: $*. As root run: $line"
  fi
  if [ "$root" != is ]; then
    [ -t 0 ] && [ -t 2 ] || die "missing or too old: $*. Run: $line"
    printf 'maestro needs %s. Run: %s [Y/n] ' "$*" "$line" >&2
    read -r answer || answer=n
    case $answer in [Nn]*) die "missing or too old: $*" ;; esac
  fi
  printf '%s\n' "maestro: installing $*: $line" >&2
  sh -c "$line" >&2 || die "that failed: $line"
}

check_tools() {
  # Nodes of distributions are often too old for us, and replacing one is the person's decision.
  if ! node_is_fine; then
    have node && die "Node.js $(node -v) is too old: 20.19 or newer is needed (https://nodejs.org)"
    line=$(install_command nodejs npm)
    die "Node.js 20.19 or newer is needed${line:+. Run as root: $line}, or see https://nodejs.org"
  fi
  have npm || die "npm is needed beside Node.js"
  missing=
  git_is_fine || missing="$missing git"
  tmux_is_fine || missing="$missing tmux"
  if [ -n "$missing" ]; then
    # shellcheck disable=SC2086 # a list of words
    install_packages $missing
    git_is_fine || die "git 2.31 or newer is needed, and this system's packages have an older one"
    tmux_is_fine || die "tmux 3.2 or newer is needed, and this system's packages have an older one"
  fi
}

# A browser for the tests of the page. Where it cannot be had those tests say so and are skipped;
# in CI they fail.
check_browser() {
  for browser in "${CHROMIUM:-}" /usr/bin/chromium /usr/bin/chromium-browser; do
    [ -n "$browser" ] && [ -x "$browser" ] && return
  done
  if [ "$(id -u)" -eq 0 ] && have apt-get; then
    line=$(install_command chromium)
    printf '%s\n' "maestro: installing chromium for the tests of the page: $line" >&2
    sh -c "$line" >&2 && return
  fi
  [ -z "${CI:-}" ] || die "the tests of the page need Chromium: install it, or set CHROMIUM to its path"
  echo "maestro: *** no Chromium (set CHROMIUM to its path): the tests of the page are skipped ***" >&2
}

# Marks of what was done, inside what they speak of, so that removing it removes the mark.
installed=node_modules/.maestro-installed
npm_lock=node_modules/.package-lock.json
built=dist/.maestro-built

# The lock file's content decides, not its time: a checkout touches files.
install_dependencies() {
  lock=$(cksum <package-lock.json)
  [ -e "$installed" ] && [ "$(cat "$installed")" = "$lock" ] && return
  # npm leaves its own copy of the lock when it is through: somebody has called it by hand.
  if [ ! -e "$installed" ] && [ -e "$npm_lock" ] &&
    [ -z "$(find package-lock.json -newer "$npm_lock")" ]; then
    printf '%s\n' "$lock" >"$installed"
    return
  fi
  echo "maestro: installing its packages (npm ci)" >&2
  # The mark goes first and comes last: an interrupted install is no install.
  rm -f "$installed"
  npm ci --no-audit --no-fund --no-update-notifier --loglevel=error >&2 || die "npm ci failed"
  printf '%s\n' "$lock" >"$installed"
  rm -f "$built"
}

is_built() {
  [ -e "$built" ] && [ -e dist/maestro.mjs ] && [ -e dist/maestro-daemon.mjs ] &&
    [ -z "$(find packages tools package.json package-lock.json \
      \( -name dist -o -name node_modules \) -prune -o -type f -newer "$built" -print |
      head -n 1)" ]
}

build_when_stale() {
  is_built && return
  echo "maestro: building" >&2
  # The mark is as old as the start of the build: a file that changes meanwhile is newer.
  mkdir -p dist && : >"$built.new"
  npm run -s build >&2 || die "the build failed"
  mv "$built.new" "$built"
}

# The tools are looked at again when one was replaced since they were found to be fine.
checked=node_modules/.maestro-tools
tool_paths() {
  for tool in node git tmux; do command -v "$tool" || return; done
}
tools_are_known() {
  [ -e "$checked" ] && paths=$(tool_paths) && [ "$(cat "$checked")" = "$paths" ] || return
  # shellcheck disable=SC2086 # the paths of three programs
  [ -z "$(find -L $paths -newer "$checked" -print)" ]
}

set_up() {
  if tools_are_known; then known=yes; else
    known=no
    check_tools
  fi
  install_dependencies
  [ "$known" = yes ] || tool_paths >"$checked"
  build_when_stale
}
