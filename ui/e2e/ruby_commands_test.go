package e2e_test

import (
	"os"
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

// tracedCommands returns the commands that the traced Puppet itself started, in order,
// after the first one of the manifest.
func tracedCommands(t *testing.T, trace string) []string {
	t.Helper()
	data, err := os.ReadFile(trace)
	if err != nil {
		t.Fatal(err)
	}
	parent, cut := map[string]string{}, map[string]string{}
	lines := strings.Split(string(data), "\n")
	for _, line := range lines {
		if m := forkLine.FindStringSubmatch(line); m != nil {
			parent[m[2]] = m[1]
		}
	}
	ruby, has, of := "", map[string]bool{}, map[string]bool{}
	var all []string
	on := false
	for _, line := range lines {
		if m := exited.FindStringSubmatch(line); m != nil {
			delete(has, m[1]) // another process can have the number
			delete(of, m[1])
			continue
		}
		if m := forkLine.FindStringSubmatch(line); m != nil && (has[m[1]] || of[m[1]]) {
			of[m[2]] = true
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
		pid := m[1]
		if strings.HasSuffix(m[2], "/puppet") && ruby == "" {
			ruby = pid
			continue
		}
		if ruby == "" || has[pid] || pid == ruby {
			continue
		}
		has[pid] = true // what it executes afterwards is its own affair
		if of[pid] || has[parent[pid]] {
			continue // of a command
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
