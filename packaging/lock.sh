#!/bin/sh
# Make the locked requirements again from pyproject.toml. Needs uv: in the PATH, or named by UV=.
# Name packages to let them move (sh packaging/lock.sh lxml pydantic); everything else stays where it is.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
cd -- "$here/.."
uv=${UV:-uv}
locks=packaging/requirements

upgrade=
for name in "$@"; do
  upgrade="$upgrade --upgrade-package $name"
done

compile() { # compile FILE ARGUMENTS...: the earlier lock is a constraint, so one package has one version
  out=$1
  shift
  # shellcheck disable=SC2086
  "$uv" pip compile -q --universal --generate-hashes --no-header --no-annotate \
    --python-version 3.11 $upgrade "$@" -o "$locks/$out.txt"
  echo "$locks/$out.txt: $(grep -c '==' "$locks/$out.txt") packages"
}

compile base pyproject.toml
compile local pyproject.toml --extra local -c "$locks/base.txt"
compile test pyproject.toml --group test -c "$locks/local.txt"
compile bundle pyproject.toml --extra local --group bundle -c "$locks/local.txt"
compile build "$locks/build.in"
