package e2e_test

import (
	"regexp"
	"slices"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/raltest/real"
)

// looksOf matches the commands that Puppet runs and that only look. ralsh runs them
// too, in its sandbox, and they are no acts.
var looksOf = regexp.MustCompile(`^(` + strings.Join([]string{
	`\S*/dpkg(-query)? `, `\S*/update-alternatives --(list|query|get-selections)`, `\S*/git .*\b(fetch|rev-parse|symbolic-ref|branch -a|remote|show-ref|log|config -l|tag -l|rev-list|ls-remote|describe)\b`,
	`\S*/(true|uname|systemctl|dmidecode|ip|virt-what|lspci|blkid|lsblk|getconf|hostname|id|stat|cat|which|readlink|udevadm|mount) ?`,
	`\S*/(getfacl|sysctl -a)`, `\S*/ovs-vsctl (br-exists|br-get-external-id|list|get|--version)`, `\S*/rabbitmqctl (-q status|list_\w+|eval)\b`, `\S*/iptables(-save| --version)`, `\S*/ip6tables(-save| --version)`, `\S*/ebtables-save`,
	`/bin/sh -c '/usr/bin/dpkg-query `, `\S*/mysql -NBe '(SELECT|SHOW|show) [^;]*;?'( \w+)?$`, `\S*/psql -t -c 'SELECT \* FROM pg_replication_slots;'$`, `/bin/sh -c 'psql -t -X -c "SELECT COUNT\(`,
	`\S*/loginctl (list-users|show-user) `, `\S*/apache2ctl -M$`, `\S*/etcdctl (--peers \S+ )?get `,
	`\S*/mongo (\w+ )?--quiet --eval 'db(\.getMongo\(\)(\.getDBNames\(\))?|\.system\.users\.find\S*\.count\(\)|\.system\.users\.findOne\S*)'$`,
}, "|") + ")")

// puppetCommands returns the commands that Puppet itself executed, in order, after the
// first one of the manifest. An indented line after a command of a shell is the command
// that the shell executed.
func puppetCommands(list []real.Execution) []string {
	var all []string
	on := false
	puppet := slices.IndexFunc(list, func(e real.Execution) bool { return strings.HasSuffix(e.Path, "/puppet") })
	for i, e := range list {
		if puppet < 0 || e.By != puppet {
			continue
		}
		command := joined(e)
		if on {
			all = append(append(all, command), within(list, i)...)
		}
		on = on || command == begun
	}
	return all
}

// onlyWords matches what a shell only splits into words.
var onlyWords = regexp.MustCompile("^[^<>|&;$*?~#(){}\\[\\]\\\\\n`]*$")

// within returns the command that a shell executed, indented, if the shell did no more
// than that: ralsh can start this command without a shell.
func within(list []real.Execution, shell int) []string {
	of := func(e real.Execution) bool { return e.By == shell }
	if e := list[shell]; e.Path != "/bin/sh" || len(e.Argv) != 3 || !onlyWords.MatchString(e.Argv[2]) {
		return nil
	}
	first := slices.IndexFunc(list, of)
	if first < 0 || slices.ContainsFunc(list[first+1:], of) {
		return nil
	}
	return []string{"  " + joined(list[first])}
}

func joined(e real.Execution) string { return host.ShellJoin(append([]string{e.Path}, e.Argv[1:]...)) }

// withoutLooks leaves of Puppet's commands those that are no looks, in the words of
// ours: these say more, such as the directory.
func withoutLooks(theirs, ours []string) []string {
	var left []string
	rest := slices.Clone(ours)
	for n, command := range theirs {
		if strings.HasPrefix(command, "  ") {
			continue
		}
		alone := ""
		if n+1 < len(theirs) && strings.HasPrefix(theirs[n+1], "  ") {
			alone = strings.TrimSpace(theirs[n+1])
		}
		same := func(own, command string) bool {
			return own == command || strings.HasPrefix(own, command+", ") || strings.HasPrefix(own, command+" < ")
		}
		i := slices.IndexFunc(rest, func(own string) bool { return same(own, command) || alone != "" && same(own, alone) })
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
