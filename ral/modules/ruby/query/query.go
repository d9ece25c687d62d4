package query

import (
	"context"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"ralsh/ral/host"
	"ralsh/ral/lazyre"
)

// Need is the access that a program needs, in addition to its arguments, to read.
type Need int

// The needs of programs.
const (
	Nothing Need = iota // the sandbox is enough
	Server              // a server of this machine: confined.Worker.AskServer
	Kernel              // processes, or the network of the kernel: confined.Worker.AskKernel
	TheHost             // not available in a confinement: devices, the table of mounts, TCP, signals
)

// program is a program that reads with some arguments.
type program struct {
	needs Need
	reads readOnly
}

// readOnly reports whether a command only reads, by its arguments.
type readOnly func(args []string) bool

// anything is for commands that can only read.
func anything([]string) bool { return true }

// begins accepts commands whose first word determines the operation. Options that only
// change the output may precede it.
func begins(words string) readOnly {
	return func(args []string) bool {
		for _, a := range args {
			if !slices.Contains(harmlessOptions, a) {
				return slices.Contains(strings.Fields(words), a)
			}
		}
		return false
	}
}

// harmlessOptions are options before the first word of a call that only change the
// output.
var harmlessOptions = []string{"-q", "-s", "--quiet", "--silent", "--no-pager", "--no-legend", "--plain", "--full", "--all", "--no-table-headers", "--no-wait"}

// exactly accepts exactly a single word.
func exactly(words string) readOnly {
	return func(args []string) bool { return len(args) == 1 && slices.Contains(strings.Fields(words), args[0]) }
}

// matching is for arguments that all match.
func matching(pattern string) readOnly {
	re := lazyre.New(`\A(?:` + pattern + `)\z`)
	return func(args []string) bool {
		return !slices.ContainsFunc(args, func(a string) bool { return !re.MatchString(a) })
	}
}

// both accepts arguments that two matchers accept.
func both(a, b readOnly) readOnly { return func(args []string) bool { return a(args) && b(args) } }

// here is for tools of systemd, which can also act on a remote machine through ssh(1).
var here = matching(`[^-].*|-[^-HM]*|--[^hmri].*`)

// known returns the programs that read, by name. They are made for the first command of a module.
var known = sync.OnceValue(func() map[string]program {
	return map[string]program{
		"systemctl":    {Server, both(here, begins("show is-active is-enabled is-failed cat status get-default list-units list-unit-files list-timers list-sockets list-dependencies show-environment --version"))},
		"loginctl":     {Server, both(here, begins("show-user show-session show-seat list-users list-sessions list-seats user-status session-status"))},
		"hostnamectl":  {Server, both(here, begins("status"))},
		"timedatectl":  {Server, both(here, begins("show status"))},
		"nmcli":        {Server, nmcli},
		"ovs-vsctl":    {Server, both(matching(`[^-].*|--(no-wait|if-exists|columns=.*|bare|no-headings|version)?`), ovs)}, // --db is a server, and so is --syslog-method
		"firewall-cmd": {Server, matching(`--(state|version|list-[a-z-]+|get-[a-z-]+|query-[a-z-]+=.*|info-[a-z]+=.*|zone=.*|permanent)`)},
		"docker":       {Server, both(matching(`[^-].*|-[aqslnf]+|--(all|quiet|no-trunc|format|filter|size|latest|last|type|digests)(=.*)?`), begins("ps inspect images info version"))},
		"snap":         {Server, begins("list version")},
		"virsh":        {Server, both(matching(`[^-;:/][^;:/]*|-[^c;:/]*|--[^c;:/]*`), begins("list dominfo domstate dumpxml net-list net-info pool-list version"))},
		"mysql":        {Server, anything}, "mariadb": {Server, anything}, "psql": {Server, anything}, // readOnly has their grammar

		"ps":             {Kernel, anything},
		"pgrep":          {Kernel, anything},
		"pidof":          {Kernel, anything},
		"lsof":           {Kernel, matching(`[^-+].*|-[^D-]*`)},
		"df":             {Kernel, anything},
		"lsblk":          {Kernel, anything},
		"iptables-save":  {Kernel, firewallSaved},
		"ip6tables-save": {Kernel, firewallSaved},
		"ebtables-save":  {Kernel, firewallSaved},
		"iptables":       {Kernel, firewallListed},
		"ip6tables":      {Kernel, firewallListed},
		"ip":             {Kernel, ip},
		"nft":            {Kernel, both(matching(`[\w./-]+`), following(`-[ansjy]+|--handle|--numeric|--json|--stateless`, "list"))},
		"sysctl":         {Kernel, matching(`[^-=][^=]*|-[aAXnNebq]+|-r|--(all|values|names|ignore|binary|pattern=.*)`)},

		"mount":   {TheHost, func(args []string) bool { return len(args) == 0 }},
		"findmnt": {TheHost, anything},
		"blkid":   {TheHost, matching(`[^-].*|-[kloOsStUL]|--(output|match-tag|match-token|label|uuid|list-one)(=.*)?`)},
		"lvs":     {TheHost, volumes}, "vgs": {TheHost, volumes}, "pvs": {TheHost, volumes}, "lvdisplay": {TheHost, volumes}, "vgdisplay": {TheHost, volumes}, "pvdisplay": {TheHost, volumes},
		"zfs":   {TheHost, begins("list get")},
		"zpool": {TheHost, both(matching(`[^-].*|-[^c-]*`), begins("list get status"))},
		"service": {TheHost, func(args []string) bool {
			return len(args) == 2 && serviceName.MatchString(args[0]) && args[1] == "status"
		}},
		"ufw":              {TheHost, begins("status")},
		"rabbitmqctl":      {TheHost, begins("status cluster_status environment report version list_users list_vhosts list_permissions list_user_permissions list_policies list_parameters list_exchanges list_queues list_bindings")},
		"rabbitmq-plugins": {TheHost, begins("list")},
		"podman":           {TheHost, begins("ps inspect images info version")},
		"pcs": {TheHost, func(args []string) bool {
			return begins("status")(args) || slices.Equal(args, []string{"config"}) || slices.Equal(args, []string{"config", "show"})
		}},
		"crm_node": {TheHost, exactly("-n -l -i")},
		"cibadmin": {TheHost, both(begins("-Q --query"), matching(`[^-].*|-[QlAo]|--(query|local|scope|xpath)(=.*)?`))},
		"etcdctl":  {TheHost, etcdctl},
		"initctl":  {TheHost, begins("status list")},

		"openstack":  {Nothing, exactly("--version")},
		"chkconfig":  {Nothing, func(args []string) bool { return len(args) == 0 || args[0] == "--list" }},
		"sv":         {Nothing, begins("status")},
		"rc-status":  {Nothing, anything},
		"rc-service": {Nothing, exactly("--list")},
		"nginx":      {Nothing, begins("-v -V -t")},
		"apache2ctl": {Nothing, apache}, "apachectl": {Nothing, apache}, "httpd": {Nothing, apache},
	}
})

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

// following returns the matcher for calls that begin with a given word, after options
// that match.
func following(options, words string) readOnly {
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

// ip is for ip(8), whose object precedes the operation.
func ip(args []string) bool {
	for len(args) > 0 && ipOption.MatchString(args[0]) {
		args = args[1:]
	}
	return len(args) == 1 && args[0] == "-V" || len(args) > 0 && object.MatchString(args[0]) &&
		(len(args) == 1 || slices.Contains([]string{"show", "list", "ls", "lst"}, args[1]))
}

// nmcli is for NetworkManager's client, whose object also comes first.
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

// etcdctl is for calls that name the server before the operation.
func etcdctl(args []string) bool {
	valued := []string{"--peers", "--endpoint", "--endpoints", "--cert-file", "--key-file", "--ca-file", "--username", "--timeout"}
	for len(args) > 1 && slices.Contains(valued, args[0]) {
		args = args[2:]
	}
	return begins("get ls version")(args)
}

// Of reports whether a command is known to only read, and returns the command to
// run and its needs.
func Of(cmd host.Command) (host.Command, Need, bool) {
	name := Program(cmd)
	p, listed := known()[name]
	if !listed || !OfTheSystem(cmd) || len(cmd.Stdin) > 0 {
		return cmd, Nothing, false
	}
	cmd.Stdin = nil
	looks := false
	switch name {
	case "mysql", "mariadb":
		p.needs = mysqlClient.needs(cmd.Args)
		cmd, looks = readOnlyMySQL(cmd)
	case "psql":
		p.needs = psqlClient.needs(cmd.Args)
		cmd, looks = readOnlyPostgres(cmd)
	case "blkid": // writes its results to a file by default
		looks = p.reads(cmd.Args)
		cmd.Args = append([]string{"-c", "/dev/null"}, cmd.Args...)
	default:
		args := cmd.Args
		if path.Dir(cmd.Name) == initScripts {
			args = append([]string{path.Base(cmd.Name)}, args...)
		}
		looks = p.reads(args)
	}
	return cmd, p.needs, looks
}

// Programs returns the programs that are known to read, with their needs.
func Programs() map[string]Need {
	all := make(map[string]Need, len(known()))
	for name, p := range known() {
		all[name] = p.needs
	}
	return all
}

// NeedsMore reports whether a program of the system needs more than the sandbox to read.
func NeedsMore(cmd host.Command) bool {
	return OfTheSystem(cmd) && known()[Program(cmd)].needs != Nothing
}

const initScripts = "/etc/init.d"

// Program returns the name of a command in known. A script of initScripts is a command
// of service(8).
func Program(cmd host.Command) string {
	if path.Dir(cmd.Name) == initScripts {
		return "service"
	}
	return path.Base(cmd.Name)
}

// OnHost returns a command as it runs outside the sandbox: with the programs, libraries
// and certificates of the system. A setting of a module for its commands, such as mysql
// for other packages, would otherwise apply to all modules.
func OnHost(cmd host.Command) host.Command {
	cmd.Env = slices.DeleteFunc(slices.Clone(cmd.Env), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains([]string{"PATH", "LD_LIBRARY_PATH", "SSL_CERT_FILE"}, name)
	})
	return cmd
}

// programDirs are where the programs of a system are.
var programDirs = []string{"/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin", initScripts}

// harmlessEnv matches variables that choose a language or an account. Other variables,
// and a language that is a path, can make a program load code or run a program.
var harmlessEnv = lazyre.New(`\A(LANG=[\w.@-]*|LANGUAGE=[\w.@:-]*|LC_[A-Z]+=[\w.@-]*|TZ=[\w+-]*(/[\w+-]+)*|TERM=[\w.+-]*|(COLUMNS|LINES)=\d*|(USER|LOGNAME)=.*)\z`)

// databaseEnv matches variables that choose a server of a database, and how to log in.
var databaseEnv = lazyre.New(`\A(PG(HOST|HOSTADDR|PORT|USER|PASSWORD|DATABASE|SSLMODE|CONNECT_TIMEOUT|APPNAME|CLIENTENCODING)|MYSQL_(PWD|HOST|TCP_PORT|UNIX_PORT|TEST_LOGIN_FILE)|ETCDCTL_(API|PEERS|ENDPOINT|ENDPOINTS))=`)

// OfTheSystem reports whether a command is the system's program of its name.
func OfTheSystem(cmd host.Command) bool {
	return !strings.Contains(cmd.Name, "/") || path.Clean(cmd.Name) == cmd.Name && slices.Contains(programDirs, path.Dir(cmd.Name))
}

// Confinable returns a query as it runs in a confinement: it has the home of the account
// that runs ralsh, or an empty home, and uses only a server that the configuration of
// root names. ok is false if the command selects a server or configuration.
func Confinable(ctx context.Context, rd host.Reader, cmd host.Command) (confined host.Command, ok bool) {
	home := ownHome(ctx, rd)
	if cmd.As != nil && cmd.As.UID != rd.UID() {
		home = ""
	}
	isOwn := func(file string) bool {
		return path.Clean(file) == file && (strings.HasPrefix(file, "/etc/") || home != "" && path.Dir(file) == home) && isTrusted(ctx, rd, file)
	}
	name, env := Program(cmd), cmd.Env
	cmd.Dir, cmd.Env = "", nil
	for _, v := range env {
		variable, value, _ := strings.Cut(v, "=")
		isDatabase := strings.HasPrefix(variable, "PG") && name == "psql" || strings.HasPrefix(variable, "MYSQL_") && (name == "mysql" || name == "mariadb")
		switch {
		case v == readOnlySession, harmlessEnv.MatchString(v):
			cmd.Env = append(cmd.Env, v)
		case variable == "HOME":
			if value == home && isTrusted(ctx, rd, home) {
				cmd.Env = append(cmd.Env, v)
			}
		case !databaseEnv.MatchString(v):
			return cmd, false
		case !isDatabase: // it has no meaning for this program
		case variable == "MYSQL_TEST_LOGIN_FILE" && !isOwn(value), variable == "PGHOSTADDR",
			slices.Contains([]string{"PGHOST", "MYSQL_HOST", "MYSQL_UNIX_PORT"}, variable) && !slices.Contains(localServers, value):
			return cmd, false
		default:
			cmd.Env = append(cmd.Env, v)
		}
	}
	for _, a := range cmd.Args {
		option, file, _ := strings.Cut(a, "=")
		if slices.Contains([]string{"--defaults-file", "--defaults-extra-file"}, option) && !isOwn(file) {
			return cmd, false
		}
	}
	switch name {
	case "mysql", "mariadb":
		cmd.Env = append([]string{"MYSQL_UNIX_PORT=" + socketOfMySQL(ctx, rd)}, cmd.Env...)
	case "psql":
		cmd.Env = append([]string{"PGHOST=" + localServers[0]}, cmd.Env...)
	}
	return cmd, true
}

// localServers are where the packages of PostgreSQL and MySQL have their sockets: in
// directories that only root and the server write to. To mysql(1), localhost is the socket.
var localServers = []string{"/var/run/postgresql", "/run/postgresql", "/var/run/mysqld/mysqld.sock", "/run/mysqld/mysqld.sock", "/var/lib/mysql/mysql.sock", "localhost"}

// socketOfMySQL returns the socket for a client without a configuration: the default of
// its build may be in /tmp.
func socketOfMySQL(ctx context.Context, rd host.Reader) string {
	const debian, redhat = "/run/mysqld/mysqld.sock", "/var/lib/mysql/mysql.sock"
	if _, err := rd.Stat(ctx, redhat); err == nil {
		return redhat
	}
	return debian
}

// ownHome returns the home directory of the account that runs ralsh, or "".
func ownHome(ctx context.Context, rd host.Reader) string {
	accounts, err := rd.ReadFile(ctx, "/etc/passwd")
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(accounts)) {
		if f := strings.Split(line, ":"); len(f) > 6 && f[2] == strconv.Itoa(rd.UID()) && f[5] != "/" {
			return f[5]
		}
	}
	return ""
}

// isTrusted reports whether only root and the account that runs ralsh can write a file
// and its parent directories.
func isTrusted(ctx context.Context, rd host.Reader, file string) bool {
	real, err := rd.RealPath(ctx, file)
	if err != nil || file == "" {
		return false
	}
	for _, at := range []string{file, real} {
		for ; ; at = path.Dir(at) {
			info, err := rd.Lstat(ctx, at)
			if err != nil || info.UID != 0 && info.UID != rd.UID() || !info.IsLink() && info.Mode.Perm()&0o022 != 0 {
				return false
			}
			if at == "/" {
				break
			}
		}
	}
	return true
}
