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
	`\S*/(getfacl|sysctl -a)`, `\S*/ovs-vsctl (br-exists|br-get-external-id|list|get|--version)`, `\S*/rabbitmqctl (-q status|list_\w+|eval)\b`, `\S*/iptables(-save| --version)`, `\S*/ip6tables(-save| --version)`,
}, "|") + ")")

// puppetCommands returns the commands that Puppet itself executed, in order, after the
// first one of the manifest.
func puppetCommands(list []real.Execution) []string {
	var all []string
	on := false
	puppet := slices.IndexFunc(list, func(e real.Execution) bool { return strings.HasSuffix(e.Path, "/puppet") })
	for _, e := range list {
		if puppet < 0 || e.By != puppet {
			continue
		}
		command := host.ShellJoin(append([]string{e.Path}, e.Argv[1:]...))
		if on {
			all = append(all, command)
		}
		on = on || command == begun
	}
	return all
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
