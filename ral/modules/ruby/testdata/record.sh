#!/bin/bash
# record.sh MODULE prints the expected.txt of a fixture anew. It runs inside the root
# ruby, in a copy that may be spoilt, with the loopback up and a /dev/pts of its own: each
# line there that begins with "$ " is run, and what it prints comes below it, indented,
# without colors, times and the complaints of Facter. A line knows these words:
#
#   apply CODE..., noop CODE...   puppet apply, with --noop
#   resource ARGS...              puppet resource
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
module=$1
export fixtures=$here/modules path=/tmp/fixtures:/usr/share/puppet/modules LC_ALL=C.UTF-8
mkdir -p /tmp/fixtures
[[ -e /tmp/fixtures/$module ]] || cp -r "$here/modules/$module" /tmp/fixtures/
cd /tmp || exit

apply() { puppet apply --modulepath "$path" -e "$*"; }
noop() { puppet apply --modulepath "$path" --noop -e "$*"; }
resource() { puppet resource --modulepath "$path" "$@"; }
export -f apply noop resource

plain() {
  sed -E -e 's/\x1b\[[0-9;]*m//g' -e '/Facter: /d' -e '/serverip/d' \
    -e 's/in [0-9.]+ seconds/in TIME/' -e 's/catalog for [^ ]+ /catalog for NODE /' -e 's/on node [^ ]+/on node NODE/' \
    -e 's/0x[0-9a-f]{16}/0xADDRESS/g' -e 's/line 1: +[0-9]+ Killed/line 1: PID Killed/' -e 's/^/  /' | sed '$a\'
}

comment=yes
while IFS= read -r line; do
  [[ $line == '#'* || $line == '$ '* ]] || continue
  [[ $comment ]] || echo
  printf '%s\n' "$line"
  comment=yes
  [[ $line == '$ '* ]] || continue
  comment=
  { timeout 60 bash -c "${line#??}" </dev/null 2>&1 || echo "exit $?"; } | plain
done <"$here/modules/$module/expected.txt"
