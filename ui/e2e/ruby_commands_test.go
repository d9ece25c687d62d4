package e2e_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ralsh/ral/host"
)

// looksOf matches the commands that Puppet runs and that only look. ralsh runs them
// too, in its sandbox, and they are no acts.
var looksOf = regexp.MustCompile(`^(` + strings.Join([]string{
	`\S*/dpkg(-query)? `, `\S*/update-alternatives --(list|query|get-selections)`, `\S*/git .*\b(fetch|rev-parse|symbolic-ref|branch -a|remote|show-ref|log|config -l|tag -l|rev-list|ls-remote|describe)\b`,
	`\S*/(true|uname|systemctl|dmidecode|ip|virt-what|lspci|blkid|lsblk|getconf|hostname|id|stat|cat|which|readlink|udevadm|mount) ?`,
	`\S*/(getfacl|sysctl -a)`, `\S*/ovs-vsctl (br-exists|br-get-external-id|list|get|--version)`, `\S*/rabbitmqctl (-q status|list_\w+|eval)\b`, `\S*/iptables(-save| --version)`, `\S*/ip6tables(-save| --version)`,
}, "|") + ")")

var (
	execLine   = regexp.MustCompile(`^(\d+) +execve\("((?:[^"\\]|\\.)*)", \[(.*)\], 0x[0-9a-f]+ .*\) = 0`)
	forkLine   = regexp.MustCompile(`^(\d+) +(?:clone|clone3|fork|vfork|<\.\.\. (?:clone|clone3|fork|vfork) resumed>).* = \d+ /\* (\d+) in strace's PID NS \*/$`)
	execCut    = regexp.MustCompile(`^(\d+) +(execve\(.*) <unfinished \.\.\.>$`)
	execAgain  = regexp.MustCompile(`^(\d+) +<\.\.\. execve resumed>(.*)$`)
	exited     = regexp.MustCompile(`^(\d+) +\+\+\+ (?:exited|killed)`)
	octal      = regexp.MustCompile(`\\([0-7]{1,3})`)
	textInLine = regexp.MustCompile(`"((?:[^"\\]|\\.)*)"`)
)

// life is one of the processes that had a number, one after the other.
type life struct {
	pid   string
	ended int // number of processes that had it before
}

// parentsIn returns the parents of the processes of a trace. A process can be traced
// before its parent has returned from the call that made it, and can have ended by then.
func parentsIn(lines []string) map[life]life {
	parents, ended := map[life]life{}, map[string]int{}
	for _, line := range lines {
		if m := exited.FindStringSubmatch(line); m != nil {
			ended[m[1]]++
			continue
		}
		m := forkLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		child := life{m[2], ended[m[2]]}
		if before := (life{child.pid, child.ended - 1}); child.ended > 0 && parents[before].pid == "" {
			child = before
		}
		parents[child] = life{m[1], ended[m[1]]}
	}
	return parents
}

// tracedCommands returns the commands that the traced Puppet itself started, in order,
// after the first one of the manifest.
func tracedCommands(t *testing.T, trace string) []string {
	t.Helper()
	data, err := os.ReadFile(trace)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(data), "\n")
	parents, cut := parentsIn(lines), map[string]string{}
	var ruby life
	has := map[life]bool{}
	ofCommand := func(l life) bool {
		for l, known := parents[l]; known; l, known = parents[l] {
			if has[l] {
				return true
			}
		}
		return false
	}
	ended := map[string]int{}
	var all []string
	on := false
	for _, line := range lines {
		if m := exited.FindStringSubmatch(line); m != nil {
			ended[m[1]]++
			continue
		}
		if m := execCut.FindStringSubmatch(line); m != nil {
			cut[m[1]] = m[2]
			continue
		}
		if m := execAgain.FindStringSubmatch(line); m != nil {
			line = m[1] + " " + cut[m[1]] + m[2]
		}
		m := execLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		process := life{m[1], ended[m[1]]}
		if strings.HasSuffix(m[2], "/puppet") && ruby.pid == "" {
			ruby = process
			continue
		}
		if ruby.pid == "" || has[process] || process == ruby {
			continue
		}
		has[process] = true // what it executes afterwards is its own affair
		if ofCommand(process) {
			continue
		}
		argv := []string{unescaped(m[2])}
		for i, text := range textInLine.FindAllStringSubmatch(m[3], -1) {
			if i > 0 {
				argv = append(argv, unescaped(text[1]))
			}
		}
		command := host.ShellJoin(argv)
		if on {
			all = append(all, command)
		}
		on = on || command == begun
	}
	return all
}

// unescaped returns a text that strace(1) quotes.
func unescaped(text string) string {
	text = octal.ReplaceAllStringFunc(text, func(s string) string {
		n, _ := strconv.ParseUint(s[1:], 8, 8)
		return string([]byte{byte(n)})
	})
	return strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\"`, `"`, `\\`, `\`, `\r`, "\r").Replace(text)
}

// withoutLooks leaves of Puppet's commands those that are no looks, in the words of
// ours: these say more, such as the directory.
func withoutLooks(theirs, ours []string) []string {
	var left []string
	rest := slices.Clone(ours)
	for _, command := range theirs {
		i := slices.IndexFunc(rest, func(own string) bool {
			return own == command || strings.HasPrefix(own, command+", ") || strings.HasPrefix(own, command+" < ")
		})
		switch {
		case i >= 0:
			left = append(left, rest[i])
			rest = slices.Delete(rest, i, i+1)
		case !looksOf.MatchString(command):
			left = append(left, command)
		}
	}
	return left
}

// TestTracedCommands follows processes whose numbers come again.
func TestTracedCommands(t *testing.T) {
	const (
		start = `1 execve("/usr/bin/puppet", ["puppet"], 0x1 /* 3 vars */) = 0
1 vfork() = 2 /* 902 in strace's PID NS */
902 execve("/bin/echo", ["/bin/echo", "begun"], 0x1 /* 3 vars */) = 0
902 +++ exited with 0 +++
`
		clone = `execve("/bin/a", ["a", "x y"], 0x1 /* 3 vars */) = 0`
		child = `execve("/bin/b", ["b"], 0x1 /* 3 vars */) = 0`
	)
	for name, c := range map[string]struct{ trace, want string }{
		"a command and its child": {"1 vfork() = 3 /* 903 in strace's PID NS */\n903 " + clone + "\n903 vfork() = 4 /* 904 in strace's PID NS */\n904 " + child, "/bin/a 'x y'"},
		"before its parent knows": {"903 " + clone + "\n904 " + child + "\n903 vfork() = 4 /* 904 in strace's PID NS */\n1 vfork() = 3 /* 903 in strace's PID NS */", "/bin/a 'x y'"},
		"the number of another":   {"1 vfork() = 5 /* 902 in strace's PID NS */\n902 " + clone + "\n902 vfork() = 4 /* 904 in strace's PID NS */\n904 " + child, "/bin/a 'x y'"},
		"used later by a child": {
			"1 vfork() = 3 /* 903 in strace's PID NS */\n903 " + clone + "\n903 +++ exited with 0 +++\n" +
				"1 vfork() = 4 /* 904 in strace's PID NS */\n904 " + child + "\n904 vfork() = 3 /* 903 in strace's PID NS */\n903 " + clone, "/bin/a 'x y' /bin/b",
		},
		"ended before its parent knows": {"1 vfork() = 3 /* 903 in strace's PID NS */\n903 " + clone + "\n904 +++ exited with 0 +++\n903 vfork() = 4 /* 904 in strace's PID NS */\n1 vfork() = 4 /* 904 in strace's PID NS */\n904 " + child, "/bin/a 'x y' /bin/b"},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "trace")
			if err := os.WriteFile(file, []byte(start+c.trace+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(tracedCommands(t, file), " "); got != c.want {
				t.Errorf("%q, not %q", got, c.want)
			}
		})
	}
}
