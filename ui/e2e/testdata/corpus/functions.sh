# Commands of the cases.
mkdir -p /c && cd /c
mkdir -p /sys/block # Facter fails without

CASE=/tmp/case.pp
fail() { echo "$*; the last output:"; cat /tmp/out; exit 1; }

# run STATUS [FLAGS...] applies the last manifest, and compares the exit status as of
# --detailed-exitcodes: 0 nothing to do, 2 changes, 4 failures, 6 both, 1 refused.
run() {
  want=$1 && shift && status=0
  $TOOL apply --color=false --detailed-exitcodes "$@" "$CASE" >/tmp/out 2>&1 </dev/null || status=$?
  [ "$status" = "$want" ] || fail "apply ended with $status and not $want"
}

# apply STATUS [FLAGS...] applies the manifest of standard input.
apply() { cat >/tmp/case.pp && run "$@"; }

# once applies a manifest that changes something, and does not when applied again.
once() { cat >/tmp/case.pp && run 2 "$@" && run 0 "$@"; }

# compiled STATUS [FLAGS...] applies the manifest of standard input as run does: Puppet
# itself, ralsh the catalog that Puppet compiles of it.
compiled() {
  cat >/tmp/case.pp
  if [ "$TOOL" = ralsh ]; then
    CASE=/tmp/catalog.json
    puppet catalog compile x --color=false --manifest /tmp/case.pp 2>/tmp/out | sed -n '/^{/,$p' >$CASE
    [ -s $CASE ] || fail "Puppet compiles no catalog"
  fi
  run "$@"
}

# resource ARGS... and facts ARGS... must succeed.
resource() { $TOOL resource --color=false "$@" >/tmp/out 2>&1 </dev/null || fail "resource ended with $?"; }
facts() { $FACTS "$@" >/tmp/out 2>&1 </dev/null || fail "facts ended with $?"; }

# has and lacks test the last output for an extended regular expression.
has() { grep -Eq -- "$1" /tmp/out || fail "nothing matches $1"; }
lacks() { ! grep -Eq -- "$1" /tmp/out || fail "something matches $1"; }

# is GOT WANT compares two texts.
is() { [ "$1" = "$2" ] || { echo "it is '$1' and not '$2'"; touch /tmp/out; fail "in the case"; }; }

# not COMMAND... must fail. (With ! alone the shell would not end the case.)
not() { if "$@" >/tmp/out; then fail "it ended well: $*"; fi; }
