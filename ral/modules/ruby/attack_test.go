package ruby_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ralsh/facts"
	"ralsh/ral"
	"ralsh/ral/host/local"
	"ralsh/ral/modules/ruby"
	"ralsh/ral/modules/ruby/query"
	"ralsh/ral/onhost"
)

// attacks is a module whose listing runs the command of /srv/attack.json and returns what
// came of it. Its code goes on if the command fails.
var attacks = map[string]string{
	"puppet/type/attack.rb": `
Puppet::Type.newtype(:attack) do
  newparam(:name, namevar: true)
  newproperty(:said)
end`,
	"puppet/provider/attack/ruby.rb": `
require 'json'
Puppet::Type.type(:attack).provide(:ruby) do
  mk_resource_methods
  def self.instances
    q = JSON.parse(File.read('/srv/attack.json'))
    said = begin
      Puppet::Util::Execution.execute(q['argv'], failonfail: false, combine: true, custom_environment: q['env'] || {}, uid: q['uid']).to_s
    rescue StandardError
      'nothing'
    end
    [new(name: 'x', said: said)]
  end
end`,
}

// hostileHome has files that programs read from a home directory. Each of them leaves a
// mark below /srv/marks.
var hostileHome = map[string]string{
	".psqlrc":     "\\! touch /srv/marks/psqlrc\n",
	".my.cnf":     "[client]\ntee=/srv/marks/tee\n",
	".hostile.sh": "touch /srv/marks/home-of-$PROGRAM\n",
}

// standIn takes the place of a program that the root lacks. It does what the worst one
// would: it follows its home directory and its environment, connects where it can, and writes.
const standIn = `#!/bin/bash
PROGRAM=${0##*/}
echo "HOME=$HOME"
exec 2>/dev/null
[ -e "$HOME/.hostile.sh" ] && . "$HOME/.hostile.sh"
touch "/srv/marks/wrote-by-$PROGRAM"
[ -n "$HOSTILE" ] && touch "/srv/marks/environment-of-$PROGRAM"
echo "$PROGRAM" >/dev/tcp/127.0.0.1/5432
ruby -rsocket -e '["/home/eve/.s.PGSQL.5432", "/tmp/.s.PGSQL.5432"].each { |path| UNIXSocket.new(path).write(ARGV[0]) rescue nil }' "$PROGRAM"
exit 0
`

// readings has a call of each program that is known to read. What no confinement has, the
// programs of outside need.
var readings, outside = map[string]string{
	"systemctl": "show", "loginctl": "list-users", "hostnamectl": "status", "timedatectl": "show", "nmcli": "connection show", "ovs-vsctl": "list-br",
	"firewall-cmd": "--state", "docker": "ps", "snap": "list", "virsh": "list", "mysql": "-e|select 1", "mariadb": "-e|select 1", "psql": "-c|select 1",
	"ps": "-e", "pgrep": "sh", "pidof": "sh", "lsof": "-i", "df": "", "lsblk": "", "iptables-save": "", "ip6tables-save": "", "ebtables-save": "",
	"iptables": "-S", "ip6tables": "-S", "ip": "link", "nft": "list ruleset", "sysctl": "-a",
	"openstack": "--version", "chkconfig": "--list", "sv": "status x", "rc-status": "", "rc-service": "--list", "nginx": "-v", "apache2ctl": "-v", "apachectl": "-v",
	"httpd": "-v",
}, map[string]string{
	"mount": "", "findmnt": "", "blkid": "", "lvs": "", "vgs": "", "pvs": "", "lvdisplay": "", "vgdisplay": "", "pvdisplay": "", "zfs": "list", "zpool": "list",
	"service": "cron status", "ufw": "status", "rabbitmqctl": "list_users", "rabbitmq-plugins": "list", "podman": "ps", "pcs": "status", "crm_node": "-l",
	"cibadmin": "-Q", "etcdctl": "get /", "initctl": "list",
}

// hostileArguments are calls that look like reading and do more, or choose a server or a
// configuration.
var hostileArguments = map[string][]string{
	"psql": {
		"-h|127.0.0.1|-p|5432|-c|select 1", "-h|/home/eve|-c|select 1", "-h|/tmp|-c|select 1", "-U|SECRET|-h|127.0.0.1|-c|select 1", "-c|\\! touch /srv/marks/psql",
		"-f|/home/eve/.psqlrc", "-d|host=/home/eve|-c|select 1",
	},
	"mysql": {
		"-h|127.0.0.1|-P|5432|-e|select 1", "-S|/home/eve/.s.PGSQL.5432|-e|select 1", "-S/srv/open/.s.PGSQL.5432|-u|SECRET|-e|select 1",
		"--socket=/srv/open/.s.PGSQL.5432|-e|select 1", "--defaults-extra-file=/home/eve/.my.cnf|-e|select 1",
		"--defaults-file=/home/eve/.my.cnf|-e|select 1", "--tee=/srv/marks/mysql|-e|select 1", "-e|\\! touch /srv/marks/mysql", "-e|\\T /srv/marks/mysql",
	},
	"docker":           {"-H|tcp://127.0.0.1:5432|ps", "ps|-H|unix:///home/eve/.s.PGSQL.5432", "--config|/home/eve|ps"},
	"podman":           {"ps|--runtime=/home/eve/.hostile.sh", "--url|tcp://127.0.0.1:5432|ps"},
	"virsh":            {"-c|qemu+tcp://127.0.0.1:5432/system|list", "list ; shell", "list|-c|qemu+unix:///system?socket=/srv/open/.s.PGSQL.5432"},
	"etcdctl":          {"--endpoints|127.0.0.1:5432|get|SECRET"},
	"rabbitmqctl":      {"-n|SECRET@127.0.0.1|list_users"},
	"rabbitmq-plugins": {"-n|SECRET@127.0.0.1|list"},
	"lsof":             {"-i|@SECRET.example.com", "-Di/srv/marks/lsof"},
	"systemctl":        {"-H|SECRET@127.0.0.1|show"},
	"zpool":            {"status|-c|/home/eve/.hostile.sh"},
	"ip":               {"netns|exec|x|touch|/srv/marks/ip"},
	"snap":             {"info|SECRET"},
	"firewall-cmd":     {"--state|--add-service=x"},
	"ovs-vsctl":        {"--db=tcp:127.0.0.1:5432|list-br", "list-br|--db=unix:/home/eve/.s.PGSQL.5432", "list-br|--syslog-method=unix:/srv/open/.s.PGSQL.5432"},
}

// hostileVariables are variables that a module sets, for the programs that follow them; ""
// has those of every program.
var hostileVariables = map[string][]string{
	"":        {"HOSTILE=1", "LD_PRELOAD=/home/eve/evil.so", "BASH_ENV=/home/eve/.hostile.sh", "LANGUAGE=../../../../home/eve"},
	"psql":    {"PSQLRC=/home/eve/.psqlrc", "PGHOST=127.0.0.1", "PGHOSTADDR=127.0.0.1", "PGHOST=/home/eve", "PGHOST=/tmp", "PGSERVICEFILE=/home/eve/x"},
	"mysql":   {"MYSQL_HOST=127.0.0.1", "MYSQL_UNIX_PORT=/home/eve/.s.PGSQL.5432", "MYSQL_HOME=/home/eve", "MYSQL_TEST_LOGIN_FILE=/home/eve/.my.cnf"},
	"docker":  {"DOCKER_HOST=tcp://127.0.0.1:5432", "DOCKER_CONFIG=/home/eve"},
	"virsh":   {"LIBVIRT_DEFAULT_URI=qemu+tcp://127.0.0.1:5432/system", "XDG_CONFIG_HOME=/home/eve"},
	"etcdctl": {"ETCDCTL_ENDPOINTS=127.0.0.1:5432"}, "firewall-cmd": {"PYTHONPATH=/home/eve", "PYTHONSTARTUP=/home/eve/.hostile.sh"},
}

// prepareAttacks starts the servers of the two databases.
const prepareAttacks = `
ip link set lo up
useradd -m -u 1234 eve
mkdir -m 777 /srv/marks
mkdir /srv/open; chown eve: /srv/open
mkdir -p /run/mysqld /run/postgresql
chown mysql: /run/mysqld; chown postgres: /run/postgresql
mount -t tmpfs none /mnt
cp -a /var/lib/mysql /mnt/; cp -a /var/lib/postgresql/*/main /mnt/postgresql
mariadbd --user=mysql --datadir=/mnt/mysql --skip-networking --log-error=/mnt/error </dev/null >/dev/null 2>&1 &
bin=$(echo /usr/lib/postgresql/*/bin) etc=$(echo /etc/postgresql/*/main)
su postgres -c "$bin/pg_ctl -D /mnt/postgresql -l /mnt/postgresql/log -o '-c config_file=$etc/postgresql.conf -c data_directory=/mnt/postgresql -c listen_addresses= -c dynamic_shared_memory_type=mmap' -w start" >/dev/null || { cat /mnt/postgresql/log >&2; exit 1; }
for n in $(seq 300); do mariadb -e 'select 1' >/dev/null 2>&1 && break; sleep 0.1; done
`

// TestAttacks lets code of a module run each program that is known to read with a hostile
// home directory, environment, server and arguments. Nothing of eve runs, nothing is
// written, nothing reaches the listeners, and the queries still work.
func TestAttacks(t *testing.T) {
	if !inside(t) {
		return
	}
	w, heard := newAttacked(t)
	all := map[string]string{}
	for _, list := range []map[string]string{readings, outside} {
		for name, call := range list {
			all[name] = call
		}
	}
	for name, needs := range query.Programs() {
		call, has := all[name]
		if !has {
			t.Errorf("%s is not attacked", name)
		}
		text := w.attack(t, heard, name, "home", attack{Argv: words(name, call), Env: map[string]string{"HOME": "/home/eve"}})
		if _, isOutside := outside[name]; strings.Contains(text, "not read: needs "+name+" outside the sandbox") != isOutside {
			t.Errorf("%s: %s", name, text)
		}
		if (needs == query.Server || needs == query.Kernel) && strings.Contains(text, "HOME=") && !strings.Contains(text, "HOME=/dev/sandbox/home\n") {
			t.Errorf("%s has the home of another account: %s", name, text)
		}
		w.attack(t, heard, name, "account", attack{Argv: words(name, call), UID: 1234})
		for _, v := range slices.Concat(hostileVariables[""], hostileVariables[name]) {
			variable, value, _ := strings.Cut(v, "=")
			w.attack(t, heard, name, v, attack{Argv: words(name, call), Env: map[string]string{variable: value}})
		}
		for _, args := range hostileArguments[name] {
			w.attack(t, heard, name, args, attack{Argv: append([]string{name}, strings.Split(args, "|")...), Env: map[string]string{"HOME": "/home/eve"}})
		}
	}
	for _, c := range []struct {
		call string
		env  map[string]string
		uid  int
		want string
	}{
		{"psql|-tAc|select 20 + 3", map[string]string{"HOME": "/home/eve"}, accountNumber(t, "postgres"), "23"},
		{"psql|-tAc|select 20 + 3", map[string]string{"HOME": "/root"}, accountNumber(t, "postgres"), "23"},
		{"psql|-p|5432|-tAc|select 20 + 3", nil, accountNumber(t, "postgres"), "23"},
		{"psql|-h|/var/run/postgresql|-tAc|select 20 + 3", nil, accountNumber(t, "postgres"), "23"},
		{"mysql|-NBe|select 20 + 3", map[string]string{"HOME": "/home/eve"}, 0, "23"},
		{"mysql|--defaults-extra-file=/root/.my.cnf|-NBe|select 20 + 3", nil, 0, "23"},
		{"mysql|-NBe|select load_file('/etc/shadow')", nil, 0, "outside the sandbox|not read|ERROR"},
		{"ps|-e|-o|comm=", nil, 0, "mariadbd"},
		{"pgrep|mariadbd", nil, 0, ""},
		{"lsof|-U|-n", nil, 0, "mysqld.sock"},
		{"ip|-o|link|show|lo", nil, 0, "UP"},
		{"iptables-save", nil, 0, ""},
		{"sysctl|-n|kernel.ostype", nil, 0, "Linux"},
	} {
		argv := strings.Split(c.call, "|")
		text := w.attack(t, heard, argv[0], "works", attack{Argv: argv, Env: c.env, UID: c.uid})
		if !slices.ContainsFunc(strings.Split(c.want, "|"), func(want string) bool { return strings.Contains(text, want) }) {
			t.Errorf("%s: %q, want %q", c.call, text, c.want)
		}
	}
}

// accountNumber returns the user number of an account.
func accountNumber(t *testing.T, name string) (uid int) {
	t.Helper()
	out, err := exec.Command("id", "-u", name).Output()
	if err == nil {
		_, err = fmt.Sscan(string(out), &uid)
	}
	if err != nil {
		t.Fatal(err)
	}
	return uid
}

// newAttacked prepares the root.
func newAttacked(t *testing.T) (living, *listeners) {
	t.Helper()
	for file, text := range attacks {
		writeFile(t, "/srv/attacks/lib/"+file, text)
	}
	if out, err := exec.Command("bash", "-euc", prepareAttacks).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for file, text := range hostileHome {
		writeFile(t, "/home/eve/"+file, text)
		writeFile(t, "/root/"+file, text)
	}
	writeFile(t, "/root/.my.cnf", "[client]\nuser=root\n")
	heard := &listeners{}
	heard.listen(t, "tcp", "127.0.0.1:5432")
	heard.listen(t, "unix", "/home/eve/.s.PGSQL.5432")
	heard.listen(t, "unix", "/tmp/.s.PGSQL.5432")
	heard.listen(t, "unix", "/srv/open/.s.PGSQL.5432")
	for name := range query.Programs() {
		if _, err := exec.LookPath(name); err == nil {
			continue
		}
		writeFile(t, "/usr/bin/"+name, standIn)
		if err := os.Chmod("/usr/bin/"+name, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	f := facts.New(local.Machine().Reader())
	b := open(t, []ruby.Module{{Name: "attacks", Path: "/srv/attacks"}}, f)
	d, err := b.Describe(t.Context(), "attack")
	if err != nil {
		t.Fatal(err)
	}
	reg := ral.NewRegistry()
	typ, providers := b.Type(d, ral.Origin{File: d.File})
	reg.Add(typ, providers...)
	return living{bridge: b, reg: reg, env: onhost.NewEnv(reg, local.Machine().Reader(), f)}, heard
}

// attack is a command of the module.
type attack struct {
	Argv []string          `json:"argv"`
	Env  map[string]string `json:"env"`
	UID  int               `json:"uid,omitempty"`
}

// words returns a command line; a bar joins words that have blanks.
func words(name, call string) []string {
	if strings.Contains(call, "|") {
		return append([]string{name}, strings.Split(call, "|")...)
	}
	return append([]string{name}, strings.Fields(call)...)
}

// attack runs a command as the code of the module does, fails the test if it had an
// effect, and returns what the listing has.
func (w living) attack(t *testing.T, heard *listeners, program, how string, a attack) string {
	t.Helper()
	data, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, "/srv/attack.json", string(data))
	var said []string
	w.env.List(t.Context(), w.reg.Type("attack"), func(ev onhost.ListEvent) {
		for _, inst := range ev.Found {
			said = append(said, inst.Get("said").Text())
		}
		if ev.Err != nil {
			said = append(said, ev.Err.Error())
		}
	})
	text := strings.Join(said, "\n")
	marks, err := filepath.Glob("/srv/marks/*")
	if err != nil || len(marks) > 0 {
		t.Errorf("%s, %s: %v %v\n%s", program, how, marks, err, text)
	}
	for _, mark := range marks {
		if err := os.Remove(mark); err != nil {
			t.Fatal(err)
		}
	}
	if got := heard.take(); got != "" {
		t.Errorf("%s, %s: a listener heard %q\n%s", program, how, got, text)
	}
	return text
}

// listeners are servers of eve, with what they were sent.
type listeners struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *listeners) listen(t *testing.T, network, address string) {
	t.Helper()
	ear, err := net.Listen(network, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ear.Close() })
	go func() {
		for {
			conn, err := ear.Accept()
			if err != nil {
				return
			}
			l.note("connected to " + address + "; ")
			go func() {
				data := make([]byte, 1<<10)
				_ = conn.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
				n, _ := io.ReadAtLeast(conn, data, 1)
				l.note(fmt.Sprintf("%q; ", data[:n]))
				_ = conn.Close()
			}()
		}
	}()
}

func (l *listeners) note(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text.WriteString(text)
}

func (l *listeners) take() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer l.text.Reset()
	return l.text.String()
}
