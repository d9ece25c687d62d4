package main

import (
	"slices"
	"time"
)

// scenes returns the pictures: one entry makes NAME.ansi and NAME.png.
//
// To add one, set its size and what to run, then go to the screen in steps. A step
// presses keys and waits until a text is on the screen and the screen has stopped
// changing. The picture shows the screen after the last step. A program that fills the
// screen:
//
//	{
//		Name: "why", Width: 120, Height: 36,
//		Args: []string{},
//		Steps: []Step{
//			{Wait: "? help"},
//			{Keys: []string{":", "service", "Enter"}, Wait: "types › service"},
//			{Keys: []string{"w"}, Wait: "PID 1 is systemd"},
//		},
//	}
//
// The output of a command below its prompt (`show` prints the line, then
// runs it; `ralsh` is the program on the fixture host):
//
//	{
//		Name: "why-text", Width: 100, Height: 24, Light: true,
//		Shell: "show ralsh why service",
//		Steps: []Step{{Wait: "debian is the default"}},
//	}
//
// Keys are tmux's names (Enter, Escape, Tab, Down, C-f, F1) or text to type.
// Give Escape a step of its own, otherwise it is read as alt with the next key. Wait
// for text that only the wanted screen has, not the previous screen or the line that
// `show` prints, and never for a time. Mask what differs between runs and is neither a
// duration nor a clock.
//
// Then run `go run . -only NAME`, look at the PNG, and commit both files.
func scenes() []Scene {
	return slices.Concat(lookingScenes(), changingScenes(), otherScenes(), hostScenes(), stateScenes(), []Scene{tour()})
}

// then returns a sequence of steps with more steps appended.
func then(way []Step, more ...Step) []Step { return slices.Concat(way, more) }

// keys returns a step.
func keys(wait string, keys ...string) Step { return Step{Keys: keys, Wait: wait} }

// yes returns the steps that confirm a plan.
func yes(wait string) []Step {
	return []Step{
		{Keys: []string{"Tab"}, Wait: "enter answer Yes", Again: true},
		keys(wait, "Enter"),
	}
}

// start returns the step to the list of types, once everything is counted.
func start() []Step { return []Step{{Wait: "28 types"}} }

// list returns the steps to the list of a type's instances, until something of it is
// visible.
func list(typ, something string) []Step {
	return then(start(), keys(something, ":", "type "+typ, "Enter"))
}

// deploy returns the steps to the user of that name.
func deploy() []Step {
	return then(list("user", "_apt"), keys("/deploy 1 of", "/", "deploy", "Enter"), keys("12 properties", "Enter"))
}

// edited returns the steps that give that user another comment and another shell.
func edited() []Step {
	return then(deploy(), keys("verdict", "e"),
		keys("1 change", "Down", "Down", "Down", "Down", "Deploy account"),
		keys("2 changes", "Down", "/bin/bash", "Escape"))
}

// newHost appends the steps that stage a new entry of the hosts file.
func newHost(way []Step) []Step {
	return then(way, keys("new host", "n"), keys("should", "cache", "Enter"),
		keys("creates 1 resource", "192.0.2.80", "Escape"))
}

// tour returns the film at the top of the README: find a host by its address, see why its
// provider is the default, change one value with a mistake on the way, preview it,
// apply it and undo it.
func tour() Scene {
	steps := slices.Concat(
		[]Step{shown(1500*time.Millisecond, "28 types")},
		typed("names first, then values", ":192.0.2.10"),
		[]Step{
			shown(1500*time.Millisecond, "db1.example.com"),
			shown(1500*time.Millisecond, "host_aliases", "Enter"),
			shown(2500*time.Millisecond, "default provider", "w"),
			shown(300*time.Millisecond, "host_aliases", "Escape"),
			shown(600*time.Millisecond, "verdict", "e"),
			keys("ip", "C-u"),
		},
		typed("verdict", "192.0.2.800"),
		[]Step{
			shown(1800*time.Millisecond, "Invalid IP address"),
			shown(1500*time.Millisecond, "1 change", "BSpace"),
			shown(300*time.Millisecond, "1 change", "Escape"),
			shown(2500*time.Millisecond, "write /etc/hosts", "A"),
		},
		yes("in the desired state"),
		[]Step{
			shown(2000*time.Millisecond, "in the desired state"),
			{Keys: []string{"U"}, Wait: "undo of run 1: 1 change", Again: true, Show: 3 * time.Second},
		},
	)
	return Scene{Name: "tour", Width: 120, Height: 32, Film: true, Steps: steps}
}

// shown returns a step whose screen is shown for this long.
func shown(long time.Duration, wait string, keys ...string) Step {
	return Step{Keys: keys, Wait: wait, Show: long}
}

// typed returns the steps that type a text letter by letter.
func typed(wait, text string) (steps []Step) {
	for _, letter := range text {
		steps = append(steps, keys(wait, string(letter)))
	}
	return steps
}

// lookingScenes returns the screens that show the current state and its reasons.
func lookingScenes() []Scene {
	return []Scene{
		{Name: "types", Width: 120, Height: 36, Steps: then(start(), keys("user  instances", "G", "k"))},
		{Name: "types-narrow", Width: 80, Height: 24, Light: true, Steps: []Step{{Wait: "28 types"}, keys("─ user  built in ─", "G", "k")}},
		{Name: "why", Width: 120, Height: 36, Tools: []Tool{{"gem", ""}, {"npm", ""}, {"pip", ""}}, Steps: then(start(),
			keys("types › package", ":", "type package", "Enter"), keys("default provider", "w"), keys("dnf is on PATH", "j", "j", "j"))},
		{Name: "why-narrow", Width: 80, Height: 24, Steps: then(start(),
			keys("types › service", ":", "type service", "Enter"), keys("tests", "Enter"))},
		{Name: "instances", Width: 120, Height: 30, Steps: list("user", "_apt")},
		{Name: "instance", Width: 120, Height: 36, Steps: deploy()},
		{Name: "sides", Width: 120, Height: 24, Drop: []string{`^    read in.*`}, Tools: rpm("printf 'bash 0 5.1.8 9.el9 x86_64\\ncurl 0 7.76.1 31.el9 x86_64\\n'"), Steps: then(
			list("package", "curl"), keys("/curl", "/", "curl", "Enter"), keys("w explain", "Enter"), keys("side by side", "v"))},
		{Name: "facts", Width: 120, Height: 36, Drop: []string{`\s{2}\d[\d.]* ms\b`, `[.,]\s+(\d[\d.]* ms.*|all of.*)$`}, Steps: then(start(), keys("read ", "f"), keys("family", "/", "os.", "Enter"))},
		{Name: "jump", Width: 120, Height: 24, Drop: []string{`\d+ names, [\d,]+ of [\d,]+ values`, `[\d:]+:\d\d\b`}, Steps: then(list("user", "_apt"), keys("names", ":"), keys(": deploy", "deploy"))},
		{Name: "help", Width: 120, Height: 36, Steps: then(deploy(), keys("keys of this screen", "?"))},
	}
}

// rpm replaces the command in scenes that show two package managers.
func rpm(list string) []Tool {
	return []Tool{{"rpm", "case $* in *--version) exit 0;; esac\n" + list}}
}

// changingScenes returns the screens from an edit to its result.
func changingScenes() []Scene {
	staged := newHost(then(edited(), keys("db1", ":", "type host", "Enter")))
	planned := then(staged, keys("2 of 2", "b"), keys("usermod", "A"))
	return []Scene{
		{Name: "edit", Width: 120, Height: 36, Steps: then(edited(),
			keys("Expiry dates must be", "Down", "Down", "Down", "Down", "Down", "Down", "Enter", "tomorrow"), Step{Wait: "exact ─"}, keys("exact ─", "C-l"))},
		{Name: "difference", Width: 120, Height: 28, Steps: then(edited(), keys("usermod", "A"))},
		{Name: "difference-light", Width: 80, Height: 24, Light: true, Steps: then(newHost(list("host", "db1")), keys("write /etc/hosts", "A"))},
		{Name: "basket", Width: 120, Height: 24, Steps: then(staged, keys("2 of 2", "b"), keys("omitted", "Space"))},
		{Name: "apply", Width: 120, Height: 24, Tools: []Tool{{"usermod", "echo 'usermod: waiting for the lock of /etc/passwd'\nexec sleep 60"}}, Steps: slices.Concat(planned, yes("waiting for the lock"))},
		{Name: "result", Width: 120, Height: 28, Tools: []Tool{{"usermod", "echo 'usermod: cannot lock /etc/passwd; try again later.' >&2\nexit 1"}}, Steps: slices.Concat(planned, yes("current state"))},
	}
}

// stateScenes returns screens that are empty, wait, or show an error, and the other
// display modes.
func stateScenes() []Scene {
	return []Scene{
		{Name: "empty", Width: 80, Height: 24, Steps: list("kmod", "no instances of kmod")},
		{Name: "empty-filter", Width: 80, Height: 24, Steps: then(start(), keys("did you mean", "/", "pakage"))},
		{Name: "empty-basket", Width: 80, Height: 24, Steps: then(start(), keys("the basket is empty", "b"))},
		{Name: "loading", Width: 120, Height: 24, Tools: rpm("exec sleep 60"), Steps: []Step{
			{Wait: "alternatives"}, keys("waiting for rpm", ":", "type package", "Enter"),
		}},
		{Name: "error", Width: 120, Height: 24, Tools: rpm("echo 'error: cannot open Packages database in /var/lib/rpm' >&2\nexit 1"), Steps: list("package", "rpm cannot list")},
		{Name: "small", Width: 36, Height: 8, Steps: []Step{{Wait: "This terminal is 36x8"}}},
		{Name: "ascii", Width: 80, Height: 24, Args: []string{"--ascii"}, Steps: then(edited(), keys("usermod", "A"))},
		{Name: "plain", Width: 80, Height: 24, Light: true, Args: []string{"--plain"}, Steps: list("user", "_apt")},
	}
}

// hostScenes returns the screens of other hosts.
func hostScenes() []Scene {
	open := []Step{{Wait: "28 types"}, keys(": hosts", ":", "hosts"), keys("2 of 4 hosts reached", "Enter")}
	took, taken := `\b\d[\d.]* m?s\b`, `\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`
	rows := then(open, keys("─ web2", "j"), keys("hidden: ", "d"), keys("deploy", "j", "j", "Enter"), keys("2 selected", "Space", "Space"), keys("/bin/bash", "g", "j"))
	return []Scene{
		{Name: "hosts", Width: 120, Height: 24, Shell: otherHosts, Tools: []Tool{ssh()}, Drop: []string{took}, Steps: then(open, keys("─ web2", "j"))},
		{Name: "compare", Width: 120, Height: 24, Shell: otherHosts, Tools: []Tool{ssh()}, Drop: []string{took}, Mask: []string{taken}, Steps: rows},
	}
}

// otherHosts makes an inventory, and two hosts that are like web1 but for some lines.
const otherHosts = `
for host in web2 db2; do
	cp -a "$PICTURE_HOST" "$HOME/$host"
	echo "$host" >"$HOME/$host/etc/hostname"
done
sed -i 's#^\(deploy:.*\):[^:]*$#\1:/bin/bash#' "$HOME/web2/etc/passwd"
echo 'backup2:x:1044:1044::/srv/backup:/bin/sh' >>"$HOME/web2/etc/passwd"
echo 'backup2:x:1044:' >>"$HOME/web2/etc/group"
echo '192.0.2.7 mirror' >>"$HOME/web2/etc/hosts"
mkdir -p "$XDG_CONFIG_HOME/ralsh"
printf '[web]\nweb2\n[db]\ndb1\ndb2\ndb3\n[prod:children]\nweb\ndb\n' >"$XDG_CONFIG_HOME/ralsh/hosts"
ralsh`

// ssh is a server of ssh for the hosts of otherHosts. It runs the program below the root of
// a host, where the script that ralsh sends would.
func ssh() Tool {
	return Tool{"ssh", `for word; do
	case $word in -O) exit 255;; -G) exit 0;; --) break;; esac
done
while [ $# -gt 2 ]; do shift; done
host=$1
case $host in
db1) echo "ssh: connect to host db1 port 22: Connection refused" >&2; exit 255;;
db3) echo "root@db3: Permission denied (publickey,password)." >&2; exit 255;;
esac
eval "set -- $2"
shift 4
echo "$1 at $$ ralsh" >&2
shift 3
exec "$PICTURE_PROGRAM" --root "$HOME/$host" "$@"`}
}

// otherScenes returns the remaining screens, and the output of commands.
func otherScenes() []Scene {
	applied := slices.Concat(newHost(list("host", "db1")), []Step{keys("write /etc/hosts", "A")}, yes("in the desired state"))
	past := then(applied, Step{Keys: []string{"H"}, Wait: "1 run", Again: true})
	return []Scene{
		{Name: "history", Width: 120, Height: 24, Steps: past},
		{Name: "history-run", Width: 120, Height: 24, Drop: []string{`\b[1-9]\d{2,6}   `}, Steps: then(past, keys("write /etc/hosts", "Enter"))},
		{Name: "log", Width: 120, Height: 24, Steps: then(applied, Step{Keys: []string{"L"}, Wait: "about", Again: true}, keys("/host ", "/", "host", "Enter"))},
		{Name: "copy", Width: 80, Height: 24, Steps: then(deploy(), keys("Puppet code", "y"))},
		{Name: "show-command", Width: 80, Height: 24, Steps: then(edited(), keys("equivalent command", "c"))},
		{Name: "command", Width: 100, Height: 26, Shell: "show ralsh why 'user[deploy]' shell\n" +
			"show ralsh resource user deploy shell=/bin/bash --noop\nshow ralsh resource host db1.example.com", Steps: []Step{{Wait: "host_aliases"}}},
		{Name: "demo", Width: 120, Height: 36, Drop: []string{`reaches [^│]*`, `/tmp/ralsh-\d{1,5} `, `\b\d{1,6}/home/[a-z-]* `}, Shell: `TMPDIR=$HOME "$PICTURE_PROGRAM" demo`, Steps: []Step{{Wait: "0 of 5"}, {Wait: "user                  6"}}},
	}
}
