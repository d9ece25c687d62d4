package ruby

import (
	"context"
	"path"
	"slices"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/lazyre"
)

// What code of a module runs while it looks is run in its sandbox, where everything is
// read-only and there are no sockets. The commands here need more, a server's socket,
// the host's network or its processes, and are known to look with these arguments: they
// run on the host. Whatever could change something, run another program or write a file
// there is left to the sandbox; so are abbreviations of options.

// looks reports whether a command looks, by its arguments.
type looks func(args []string) bool

// anything is for commands that can only look.
func anything([]string) bool { return true }

// begins is for commands whose first word says what they do. Options that only change
// how they print may stand before it.
func begins(words string) looks {
	return func(args []string) bool {
		for _, a := range args {
			if !slices.Contains(harmlessOptions, a) {
				return slices.Contains(strings.Fields(words), a)
			}
		}
		return false
	}
}

// harmlessOptions are options before the first word of a call, which change how it
// prints.
var harmlessOptions = []string{"-q", "-s", "--quiet", "--silent", "--no-pager", "--no-legend", "--plain", "--full", "--all", "--no-table-headers", "--no-wait"}

// alone is for one word and nothing else.
func alone(words string) looks {
	return func(args []string) bool { return len(args) == 1 && slices.Contains(strings.Fields(words), args[0]) }
}

// matching is for arguments that all match.
func matching(pattern string) looks {
	re := lazyre.New(`\A(?:` + pattern + `)\z`)
	return func(args []string) bool {
		return !slices.ContainsFunc(args, func(a string) bool { return !re.MatchString(a) })
	}
}

// both is for what two accept.
func both(a, b looks) looks { return func(args []string) bool { return a(args) && b(args) } }

// here is for tools of systemd, which can also act on another machine through ssh(1).
var here = matching(`[^-].*|-[^-HM]*|--[^hmri].*`)

// known are commands that look, by name.
var known = map[string]looks{
	"systemctl":      both(here, begins("show is-active is-enabled is-failed cat status get-default list-units list-unit-files list-timers list-sockets list-dependencies show-environment --version")),
	"loginctl":       both(here, begins("show-user show-session show-seat list-users list-sessions list-seats user-status session-status")),
	"hostnamectl":    both(here, begins("status")),
	"timedatectl":    both(here, begins("show status")),
	"ps":             anything,
	"pgrep":          anything,
	"pidof":          anything,
	"mount":          func(args []string) bool { return len(args) == 0 },
	"findmnt":        anything,
	"df":             anything,
	"lsblk":          anything,
	"lsof":           matching(`[^-+].*|-[^D-]*`),
	"iptables-save":  firewallSaved,
	"ip6tables-save": firewallSaved,
	"ebtables-save":  firewallSaved,
	"iptables":       firewallListed,
	"ip6tables":      firewallListed,
	"ip":             ip,
	"nft":            both(matching(`[\w./-]+`), following(`-[ansjy]+|--handle|--numeric|--json|--stateless`, "list")),
	"nmcli":          nmcli,
	"sysctl":         matching(`[^-=][^=]*|-[aAXnNebq]+|-r|--(all|values|names|ignore|binary|pattern=.*)`),
	"service": func(args []string) bool {
		return len(args) == 2 && serviceName.MatchString(args[0]) && args[1] == "status"
	},
	"chkconfig":        func(args []string) bool { return len(args) == 0 || args[0] == "--list" },
	"rabbitmqctl":      begins("status cluster_status environment report version list_users list_vhosts list_permissions list_user_permissions list_policies list_parameters list_exchanges list_queues list_bindings"),
	"rabbitmq-plugins": begins("list"),
	"ovs-vsctl":        ovs,
	"firewall-cmd":     matching(`--(state|version|list-[a-z-]+|get-[a-z-]+|query-[a-z-]+=.*|info-[a-z]+=.*|zone=.*|permanent)`),
	"ufw":              begins("status"),
	"docker":           begins("ps inspect images info version"),
	"podman":           begins("ps inspect images info version"),
	"snap":             begins("list info version"),
	"zfs":              begins("list get"),
	"zpool":            both(matching(`[^-].*|-[^c-]*`), begins("list get status")),
	"lvs":              volumes, "vgs": volumes, "pvs": volumes, "lvdisplay": volumes, "vgdisplay": volumes, "pvdisplay": volumes,
	"pcs": func(args []string) bool {
		return begins("status")(args) || slices.Equal(args, []string{"config"}) || slices.Equal(args, []string{"config", "show"})
	},
	"crm_node":  alone("-n -l -i"),
	"cibadmin":  both(begins("-Q --query"), matching(`[^-].*|-[QlAo]|--(query|local|scope|xpath)(=.*)?`)),
	"etcdctl":   etcdctl,
	"openstack": alone("--version"),
	"virsh":     both(matching(`[^;]*`), begins("list dominfo domstate dumpxml net-list net-info pool-list version")),
	"sv":        begins("status"), "initctl": begins("status list"), "rc-status": anything, "rc-service": alone("--list"),
	"nginx": begins("-v -V -t"), "apache2ctl": apache, "apachectl": apache, "httpd": apache,
}

var (
	apache      = begins("-v -V -t -M -S")
	serviceName = lazyre.New(`\A[\w@+-][\w@.+-]*\z`)
	ipOption    = lazyre.New(`\A-(4|6|o|s|d|br|j|p|c|h|stats|details|oneline|json|pretty|brief|human)\z`)
	object      = lazyre.New(`\A[a-z]+\z`) // of ip and nmcli

	firewallSaved = matching(`[a-z]+|-[tcV]|--table(=[a-z]+)?|--counters|--version`)
	volumes       = matching(`[^-].*|-[aAbcCmoOPqSsv]+|--(all|aligned|binary|colon|columns|nameprefixes|noheadings|nosuffix|options|quiet|readonly|reportformat|rows|segments|separator|select|sort|unbuffered|units|unquoted|verbose)(=.*)?`)
)

// firewallListed is for iptables, which lists with -S or -L.
func firewallListed(args []string) bool {
	lists := slices.ContainsFunc(args, func(a string) bool {
		return slices.Contains([]string{"--list", "--list-rules", "--version", "-V"}, a) || len(a) > 1 && a[0] == '-' && a[1] != '-' && strings.ContainsAny(a, "SL")
	})
	return lists && matching(`\w[\w-]*|\d+|-[nvxwSLtV]+|--(list|list-rules|version|numeric|verbose|exact|line-numbers|table|wait)(=.*)?`)(args)
}

// following returns what is for calls that begin with one of the words, after options
// that match.
func following(options, words string) looks {
	re := lazyre.New(`\A(?:` + options + `)\z`)
	return func(args []string) bool {
		for _, a := range args {
			if !re.MatchString(a) {
				return slices.Contains(strings.Fields(words), a)
			}
		}
		return false
	}
}

// ip is for ip(8), whose object comes before what is done with it.
func ip(args []string) bool {
	for len(args) > 0 && ipOption.MatchString(args[0]) {
		args = args[1:]
	}
	return len(args) == 1 && args[0] == "-V" || len(args) > 0 && object.MatchString(args[0]) &&
		(len(args) == 1 || slices.Contains([]string{"show", "list", "ls", "lst"}, args[1]))
}

// nmcli is for NetworkManager's client, whose object comes first, too.
func nmcli(args []string) bool {
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		switch args[0] {
		case "-f", "-g", "-m", "-c", "--fields", "--get-values", "--mode", "--colors":
			args = args[min(2, len(args)):]
		case "-t", "-p", "-e", "--terse", "--pretty":
			args = args[1:]
		default:
			return false
		}
	}
	return len(args) > 1 && object.MatchString(args[0]) && slices.Contains([]string{"show", "status", "list"}, args[1])
}

// ovs is for ovs-vsctl, which runs several commands with -- between them.
func ovs(args []string) bool {
	first := begins("show list-br list-ports list-ifaces br-exists br-to-vlan br-to-parent port-to-br iface-to-br get list find get-ssl get-controller get-manager get-fail-mode br-get-external-id --version")
	for {
		i := slices.Index(args, "--")
		if i < 0 {
			return first(args)
		}
		if !first(args[:i]) {
			return false
		}
		args = args[i+1:]
	}
}

// etcdctl is for calls that say where to ask before what is asked.
func etcdctl(args []string) bool {
	valued := []string{"--peers", "--endpoint", "--endpoints", "--cert-file", "--key-file", "--ca-file", "--username", "--timeout"}
	for len(args) > 1 && slices.Contains(valued, args[0]) {
		args = args[2:]
	}
	return begins("get ls version")(args)
}

// writesOnItsWay reports whether a command that looks makes folders and files for
// that, such as /run/apache2. It needs nothing that the sandbox has not.
func writesOnItsWay(cmd host.Command) bool {
	return slices.Contains([]string{"nginx", "apache2ctl", "apachectl", "httpd"}, path.Base(cmd.Name))
}

// isQuery reports whether a command is known to look, and returns it as it is to be
// run. Whether it is the program of that name is for ofTheSystem to say.
func isQuery(cmd host.Command) (host.Command, bool) {
	name := path.Base(cmd.Name)
	switch name {
	case "mysql", "mariadb":
		return readOnlyMySQL(cmd)
	case "psql":
		return readOnlyPostgres(cmd)
	case "blkid": // writes what it has found to a file, unless told otherwise
		looks := matching(`[^-].*|-[kloOsStUL]|--(output|match-tag|match-token|label|uuid|list-one)(=.*)?`)(cmd.Args)
		cmd.Args = append([]string{"-c", "/dev/null"}, cmd.Args...)
		return cmd, looks
	}
	if path.Dir(cmd.Name) == "/etc/init.d" {
		return cmd, serviceName.MatchString(name) && slices.Equal(cmd.Args, []string{"status"})
	}
	looks, listed := known[name]
	return cmd, listed && looks(cmd.Args)
}

// onHost returns a command as it runs on the host: with the programs, libraries and
// certificates of the system. What a module sets for its own commands, such as mysql for
// other packages, would be there for those of all modules.
func onHost(cmd host.Command) host.Command {
	cmd.Env = slices.DeleteFunc(slices.Clone(cmd.Env), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains([]string{"PATH", "LD_LIBRARY_PATH", "SSL_CERT_FILE"}, name)
	})
	return cmd
}

// programFolders are where the programs of a system are.
var programFolders = []string{"/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin", "/etc/init.d"}

// harmlessEnv matches variables that choose a language, a server or an account. Others
// can make a program load code or run another one.
var harmlessEnv = lazyre.New(`\A(LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|COLUMNS|LINES|USER|LOGNAME|` +
	`PG(HOST|HOSTADDR|PORT|USER|PASSWORD|DATABASE|SSLMODE|CONNECT_TIMEOUT|APPNAME|CLIENTENCODING)|MYSQL_(PWD|HOST|TCP_PORT|UNIX_PORT)|ETCDCTL_(API|PEERS|ENDPOINT|ENDPOINTS))=`)

// ofTheSystem reports whether a command is the system's program of its name, and follows
// settings in the home of an account or below /etc only, not those of a module.
func ofTheSystem(ctx context.Context, rd host.Reader, cmd host.Command) bool {
	if strings.Contains(cmd.Name, "/") && (path.Clean(cmd.Name) != cmd.Name || !slices.Contains(programFolders, path.Dir(cmd.Name))) {
		return false
	}
	for _, v := range cmd.Env {
		name, value, _ := strings.Cut(v, "=")
		switch {
		case harmlessEnv.MatchString(v), name == "HOME" && isHome(ctx, rd, value):
		case name == "MYSQL_TEST_LOGIN_FILE" && path.Clean(value) == value && isHome(ctx, rd, path.Dir(value)):
		default:
			return false
		}
	}
	for _, a := range cmd.Args {
		option, file, _ := strings.Cut(a, "=")
		if !strings.HasPrefix(option, "--defaults-") || file == "" {
			continue
		}
		if dir := path.Dir(file); path.Clean(file) != file || !strings.HasPrefix(dir+"/", "/etc/") && !isHome(ctx, rd, dir) {
			return false
		}
	}
	return true
}

// isHome reports whether a folder is the home of an account.
func isHome(ctx context.Context, rd host.Reader, dir string) bool {
	accounts, err := rd.ReadFile(ctx, "/etc/passwd")
	if err != nil {
		return false
	}
	for line := range strings.Lines(string(accounts)) {
		if f := strings.Split(line, ":"); len(f) > 6 && f[5] == dir && dir != "/" {
			return true
		}
	}
	return false
}
