package hops

import "strings"

// The scripts are for any sh(1), including busybox. They contain no single quote, backslash,
// exclamation mark or line break, so that every shell on the way passes them as a single
// argument. They report on standard error, in lines that begin with the random number of the
// call, so that no program can forge these lines.

// each calls the function t with each candidate directory, followed by the arguments of the
// script. For root, no directory comes from the environment, which sudo(8) may keep. All
// parents belong to root or are sticky.
const each = `if [ -O / ]; then ` +
	`for d in /var/cache/ralsh /run/ralsh /dev/shm/ralsh-0 /tmp/ralsh-0; do t "$d" "$@"; done; ` +
	`else w=${LOGNAME:-${USER:-user}}; ` +
	`for d in "${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/ralsh" "${XDG_RUNTIME_DIR:-/nonexistent}/ralsh" "/var/tmp/ralsh-$w" "/dev/shm/ralsh-$w" "/tmp/ralsh-$w"; do t "$d" "$@"; done; fi; `

// begin runs the file $f with the variables $e. It reports the start, unless the number $n is
// a dash.
const begin = `if [ "$n" = - ]; then :; else echo "$n at $$ $f" >&2; fi; ` +
	`PATH=${PATH:-/usr/bin:/bin}:/usr/local/sbin:/usr/sbin:/sbin; export PATH; exec env $e "$f" "$@"; `

// ownScript runs the program by its path, with the arguments of runScript.
const ownScript = `n=$1; f=$2; e=$3; shift 3; ` + begin

// runScript runs the program. Its first arguments are the number, the name of the file, and
// variables. If the program is missing, it reports the machine.
const runScript = `n=$1; f=$2; e=$3; shift 3; ` +
	`t() { if [ -h "$1" ]; then return; fi; if [ -O "$1" ] && [ -O "$1/$f" ] && [ -x "$1/$f" ]; then f=$1/$f; shift; ` + begin + `fi; }; ` +
	each +
	`z=plain; if command -v gzip >/dev/null 2>&1; then z=gzip; fi; echo "$n none $(uname -s) $(uname -m) $z" >&2; exit 126`

// bringScript writes the program from standard input into the first usable directory. Its
// arguments are the number, the name of the file, its size, its SHA-256, its packing, and the
// first line of a script that tests whether the directory allows programs.
const bringScript = `n=$1; f=$2; s=$3; h=$4; z=$5; x=$6; ` +
	`no() { echo "$n no $1: $2" >&2; }; ` +
	`t() { if [ -h "$1" ]; then no "$1" "the directory is a symbolic link"; return; fi; ` +
	`if mkdir -p "$1" 2>/dev/null && [ -O "$1" ] && chmod 700 "$1" 2>/dev/null; then :; else no "$1" "the directory cannot be created, or belongs to a different user"; return; fi; ` +
	`p=$1/.try$$; if { echo "$x" >"$p"; } 2>/dev/null && chmod 700 "$p"; then :; else rm -f "$p"; no "$1" "the directory is not writable"; return; fi; ` +
	`if "$p" 2>/dev/null; then rm -f "$p"; else rm -f "$p"; no "$1" "programs cannot run in the directory (noexec)"; return; fi; ` +
	`k=$(df -Pk "$1" 2>/dev/null | tail -n 1 | tr -s " " | cut -d " " -f 4); if [ "${k:-999999999}" -lt $((s / 1024 + 1024)) ]; then no "$1" "not enough free space"; return; fi; ` +
	`p=$1/.new$$; if [ "$z" = gzip ]; then gzip -dc >"$p" 2>/dev/null; else cat >"$p" 2>/dev/null; fi; ` +
	`w=$(wc -c <"$p"); if [ "$w" -eq "$s" ]; then :; else rm -f "$p"; no "$1" "only $w bytes of $s arrived"; exit 125; fi; ` +
	`if command -v sha256sum >/dev/null 2>&1; then c=$(sha256sum "$p" | cut -d " " -f 1); if [ "$c" = "$h" ]; then :; else rm -f "$p"; no "$1" "the checksum of the copy is wrong"; exit 125; fi; fi; ` +
	`chmod 700 "$p"; if "$p" --version >/dev/null 2>&1; then mv -f "$p" "$1/$f"; else rm -f "$p"; no "$1" "the program does not start"; exit 125; fi; ` +
	`cd "$1" && ls -t | grep "^ralsh-" | tail -n +3 | while read -r o; do rm -f "$o"; done; ` +
	`echo "$n up $1" >&2; exit 0; }; ` +
	each + `exit 125`

// whereScript lists the copies of the program, and forgetScript removes them.
const (
	whereScript = `n=$1; t() { if [ -O "$1" ]; then for p in "$1"/ralsh-*; do if [ -e "$p" ]; then echo "$p $(wc -c <"$p") bytes"; fi; done; fi; }; ` + each + `:`

	forgetScript = `n=$1; t() { if [ -h "$1" ]; then return; fi; if [ -O "$1" ]; then for p in "$1"/ralsh-*; do if [ -e "$p" ]; then rm -f "$p" && echo "removed $p"; fi; done; rmdir "$1" 2>/dev/null; fi; }; ` + each + `:`
)

func command(script string, args ...string) []string {
	return append([]string{"sh", "-c", script, "ralsh"}, args...)
}

// heard is a line that a script reported.
type heard struct {
	what string // at, none, no or up; "" for any other line
	rest string
}

// hear parses a line of standard error.
func hear(number, line string) heard {
	text, ok := strings.CutPrefix(line, number+" ")
	if !ok {
		return heard{}
	}
	what, rest, _ := strings.Cut(text, " ")
	return heard{what, rest}
}
