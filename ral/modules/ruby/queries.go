package ruby

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"ralsh/ral/host"
)

// What code of a module runs while it looks is run in its sandbox, where everything is
// read-only and there are no sockets. The commands here need more, a server's socket,
// the host's network or its processes, and are known to look with these arguments: they
// run on the host.

// known are commands that look, by name: the first arguments of a call, alternatives
// separated by blanks. "" allows no argument, "*" any.
var known = map[string]string{
	"systemctl":        "show is-active is-enabled is-failed cat status get-default list-units list-unit-files list-timers list-sockets list-dependencies show-environment --version",
	"loginctl":         "show-user show-session show-seat list-users list-sessions list-seats user-status session-status",
	"hostnamectl":      "status",
	"timedatectl":      "show status",
	"ps":               "*",
	"pgrep":            "*",
	"pidof":            "*",
	"mount":            "",
	"findmnt":          "*",
	"df":               "*",
	"lsblk":            "*",
	"blkid":            "*",
	"lsof":             "*",
	"iptables-save":    "*",
	"ip6tables-save":   "*",
	"ebtables-save":    "*",
	"rabbitmqctl":      "status cluster_status environment report version list_users list_vhosts list_permissions list_user_permissions list_policies list_parameters list_exchanges list_queues list_bindings",
	"rabbitmq-plugins": "list",
	"ovs-vsctl":        "show list-br list-ports list-ifaces br-exists br-to-vlan br-to-parent port-to-br iface-to-br get list find get-ssl get-controller get-manager get-fail-mode br-get-external-id",
	"firewall-cmd":     "--state --list-all --list-services --list-ports --get-zones --get-default-zone --get-active-zones --get-services --version",
	"ufw":              "status",
	"docker":           "ps inspect images info version",
	"podman":           "ps inspect images info version",
	"snap":             "list info version",
	"zfs":              "list get",
	"zpool":            "list get status",
	"lvs":              "*", "vgs": "*", "pvs": "*", "lvdisplay": "*", "vgdisplay": "*", "pvdisplay": "*",
	"pcs":       "status config",
	"crm_node":  "-n -l -i",
	"cibadmin":  "-Q --query",
	"etcdctl":   "get ls member version",
	"openstack": "--version",
	"virsh":     "list dominfo domstate dumpxml net-list net-info pool-list version",
	"sv":        "status", "initctl": "status list", "rc-status": "*", "rc-service": "--list",
	"nginx": "-v -V -t", "apache2ctl": "-v -t -M -S", "apachectl": "-v -t -M -S", "httpd": "-v -t -M -S",
}

// isQuery reports whether a command is known to look, and returns it as it is to be
// run.
func isQuery(cmd host.Command) (host.Command, bool) {
	name := path.Base(cmd.Name)
	switch name {
	case "mysql", "mariadb":
		return readOnlyMySQL(cmd)
	case "psql":
		return readOnlyPostgres(cmd)
	case "iptables", "ip6tables":
		return cmd, slices.ContainsFunc(cmd.Args, func(a string) bool {
			return slices.Contains([]string{"-S", "-L", "--list", "--list-rules", "--version"}, a)
		}) &&
			!slices.ContainsFunc(cmd.Args, func(a string) bool {
				return slices.Contains([]string{"-A", "-D", "-I", "-R", "-F", "-Z", "-N", "-X", "-P", "-E", "--zero", "--flush"}, a)
			})
	case "ip", "nft", "nmcli":
		return cmd, slices.ContainsFunc(cmd.Args, func(a string) bool { return slices.Contains([]string{"show", "list", "ls", "status"}, a) })
	case "sysctl":
		return cmd, !slices.ContainsFunc(cmd.Args, func(a string) bool {
			return strings.Contains(a, "=") || slices.Contains([]string{"-w", "-p", "--write", "--load", "--system"}, a)
		})
	case "service":
		return cmd, len(cmd.Args) == 2 && cmd.Args[1] == "status"
	case "chkconfig":
		return cmd, len(cmd.Args) == 0 || slices.Contains(cmd.Args, "--list")
	}
	if strings.HasPrefix(cmd.Name, "/etc/init.d/") {
		return cmd, len(cmd.Args) == 1 && cmd.Args[0] == "status"
	}
	first, listed := known[name]
	switch {
	case !listed:
		return cmd, false
	case first == "*":
		return cmd, true
	}
	return cmd, slices.Contains(strings.Fields(first), firstWord(cmd.Args)) || first == "" && len(cmd.Args) == 0
}

// harmlessOptions are options before the first word of a call, which change how it
// prints.
var harmlessOptions = []string{"-q", "-s", "--quiet", "--silent", "--no-pager", "--no-legend", "--plain", "--full", "--all", "--no-table-headers", "--no-wait"}

func firstWord(args []string) string {
	for _, a := range args {
		if !slices.Contains(harmlessOptions, a) {
			return a
		}
	}
	return ""
}

// reads matches one statement that reads. What it could still do the server refuses,
// because the session is read-only.
var reads = regexp.MustCompile(`(?is)\A\s*(select|show|describe|explain|table|values)\b[^;]*;?\s*\z`)

// writesOut matches what a SELECT of MySQL writes.
var writesOut = regexp.MustCompile(`(?is)\binto\b\s*(outfile|dumpfile|@|\w)|\bfor\s+update\b|\block\s+in\s+share\b`)

// readOnlyMySQL returns a call of the client whose session is read-only.
func readOnlyMySQL(cmd host.Command) (host.Command, bool) {
	sql, ok := statement(cmd.Args, "e", "--execute")
	if slices.Contains(cmd.Args, "--version") || slices.Contains(cmd.Args, "-V") {
		return cmd, true
	}
	if !ok || cmd.Stdin != nil || !reads.MatchString(sql) || writesOut.MatchString(sql) {
		return cmd, false
	}
	i := 0
	for i < len(cmd.Args) && strings.HasPrefix(cmd.Args[i], "--") && strings.Contains(cmd.Args[i], "default") {
		i++ // the client wants these first
	}
	cmd.Args = slices.Insert(slices.Clone(cmd.Args), i, "--init-command=SET SESSION TRANSACTION READ ONLY")
	return cmd, true
}

// readOnlyPostgres returns a call of the client whose session is read-only.
func readOnlyPostgres(cmd host.Command) (host.Command, bool) {
	if slices.Contains(cmd.Args, "--version") || slices.Contains(cmd.Args, "-V") || slices.Contains(cmd.Args, "-l") {
		return cmd, true
	}
	sql, ok := statement(cmd.Args, "c", "--command")
	if !ok || cmd.Stdin != nil || !reads.MatchString(sql) {
		return cmd, false
	}
	cmd.Env = append(slices.Clone(cmd.Env), "PGOPTIONS=-c default_transaction_read_only=on")
	return cmd, true
}

// statement returns the only statement among the arguments: -NBe SQL, --execute=SQL.
func statement(args []string, short, long string) (string, bool) {
	found := ""
	count := 0
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case strings.HasPrefix(a, long+"="):
			found, count = strings.TrimPrefix(a, long+"="), count+1
		case (a == long || len(a) > 1 && a[0] == '-' && a[1] != '-' && strings.HasSuffix(a, short)) && i+1 < len(args):
			found, count = args[i+1], count+1
			i++
		}
	}
	return found, count == 1
}
