package laws

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// gen generates one scenario from one seed.
type gen struct {
	*rand.Rand
	state []string
	res   []*declared
	taken map[string]bool
}

// declared is one resource of the manifest.
type declared struct {
	kind, title string
	attrs       [][2]string // a name and its value in Puppet's syntax
}

func (d *declared) set(name, value string) { d.attrs = append(d.attrs, [2]string{name, q(value)}) }
func (d *declared) raw(name, value string) { d.attrs = append(d.attrs, [2]string{name, value}) }

func (d *declared) ref() string {
	return strings.ToUpper(d.kind[:1]) + d.kind[1:] + "[" + q(d.title) + "]"
}

func (d *declared) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s { %s:\n", d.kind, q(d.title))
	for _, a := range d.attrs {
		fmt.Fprintf(&b, "  %s => %s,\n", a[0], a[1])
	}
	b.WriteString("}\n")
	return b.String()
}

// q quotes a string with Puppet's single quotes.
func q(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s) + "'"
}

func list(words ...string) string {
	all := make([]string, 0, len(words))
	for _, w := range words {
		all = append(all, q(w))
	}
	return "[" + strings.Join(all, ", ") + "]"
}

// sq quotes a word for sh.
func sq(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

func (g *gen) one(of ...string) string  { return of[g.IntN(len(of))] }
func (g *gen) odds(n, of int) bool      { return g.IntN(of) < n }
func (g *gen) do(f string, args ...any) { g.state = append(g.state, fmt.Sprintf(f, args...)) }

func (g *gen) some(of ...string) []string {
	var all []string
	for _, w := range of {
		if g.odds(1, 2) {
			all = append(all, w)
		}
	}
	return all
}

// write writes a file with exactly this text.
func (g *gen) write(name, text string) {
	g.do("printf %%b %s >%s", sq(strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\t", `\t`, "\r", `\r`, "\x00", `\0000`).Replace(text)), sq(name))
}

// generate returns scenario n of a seed. It is always the same.
func generate(seed uint64, n int) scenario {
	g := &gen{Rand: rand.New(rand.NewPCG(seed, uint64(n))), taken: map[string]bool{}}
	s := scenario{name: fmt.Sprintf("seed-%d-%d", seed, n)}
	g.common()
	count := 1 + g.IntN(8)
	for try := 0; len(g.res) < count && try < 40; try++ {
		m := makers[g.IntN(len(makers))]
		d := &declared{}
		if !m(g, d) || g.taken[d.kind+" "+d.title] {
			continue
		}
		g.taken[d.kind+" "+d.title] = true
		g.res = append(g.res, d)
	}
	g.agree()
	if len(g.res) == 1 && g.odds(1, 2) && !slices.Contains([]string{"resources", "tidy", "notify", "schedule"}, g.res[0].kind) {
		if args, ok := g.res[0].command(); ok {
			s.command = args
		}
	}
	if s.command == nil {
		g.relate()
		var b strings.Builder
		for _, d := range g.res {
			b.WriteString(d.String())
		}
		s.manifest = b.String()
	}
	s.state = strings.Join(g.state, "\n") + "\n"
	return s
}

// agree takes back what another resource contradicts, since no run can bring about
// both: all members of a group and a user who joins it, or a package and the removal
// of another that it needs.
func (g *gen) agree() {
	for _, d := range g.res {
		for _, other := range g.res {
			switch {
			case d.kind == "group" && other.kind == "user" && strings.Contains(other.value("groups"), q(d.title)):
				d.unset("auth_membership")
			case d.kind == "package" && d.title == "laws-one" && other.title == "laws-two" && !removes(other) && removes(d):
				d.unset("ensure")
				d.set("ensure", "installed")
			}
		}
	}
}

func removes(d *declared) bool {
	return d.value("ensure") == q("absent") || d.value("ensure") == q("purged")
}

// value returns the value of an attribute, "" if it has none.
func (d *declared) value(name string) string {
	for _, a := range d.attrs {
		if a[0] == name {
			return a[1]
		}
	}
	return ""
}

func (d *declared) unset(name string) {
	d.attrs = slices.DeleteFunc(d.attrs, func(a [2]string) bool { return a[0] == name })
}

// command returns the arguments of the command line for the resource, and whether it
// can be written so.
func (d *declared) command() ([]string, bool) {
	args := []string{d.kind, d.title}
	for _, a := range d.attrs {
		value := a[1]
		if strings.HasPrefix(value, "[") || strings.Contains(value, `\`) || strings.Contains(value, "\n") {
			return nil, false
		}
		args = append(args, a[0]+"="+strings.Trim(value, "'"))
	}
	return args, len(d.attrs) > 0
}

// relate adds relationships, always from an earlier to a later resource.
func (g *gen) relate() {
	for i, d := range g.res {
		for j := i + 1; j < len(g.res); j++ {
			if !g.odds(1, 4) || g.res[j].kind == "resources" || d.kind == "resources" {
				continue
			}
			switch g.IntN(4) {
			case 0:
				g.res[j].relation("require", d)
			case 1:
				d.relation("before", g.res[j])
			case 2:
				d.relation("notify", g.res[j])
			case 3:
				g.res[j].relation("subscribe", d)
			}
		}
	}
}

func (d *declared) relation(name string, to *declared) {
	for i, a := range d.attrs {
		if a[0] == name {
			d.attrs[i][1] = strings.TrimSuffix(a[1], "]") + ", " + to.ref() + "]"
			return
		}
	}
	d.raw(name, "["+to.ref()+"]")
}

var makers = []func(*gen, *declared) bool{
	(*gen).file, (*gen).file, (*gen).file, (*gen).user, (*gen).user, (*gen).group, (*gen).host, (*gen).host, (*gen).cron, (*gen).cron,
	(*gen).mount, (*gen).sysctl, (*gen).service, (*gen).service, (*gen).pkg, (*gen).exec, (*gen).fileLine, (*gen).fileLine, (*gen).ini, (*gen).ini,
	(*gen).authorizedKey, (*gen).sshkey, (*gen).mailalias, (*gen).alternative, (*gen).tidy, (*gen).purge, (*gen).augeas, (*gen).kmod,
	(*gen).yumrepo, (*gen).notify, (*gen).tree, (*gen).copied, (*gen).copied, (*gen).followed, (*gen).mark, (*gen).schedule, (*gen).inserted,
}

// common creates the unusual state that several types share.
func (g *gen) common() {
	for _, u := range g.some("alice", "bob") {
		g.do("useradd %s -c %s %s", g.one("-m", "-M"), sq(g.one("", "Alice A., room 1", "ünï")), u)
		if g.odds(1, 4) {
			g.do("usermod -L %s; usermod -e 2030-01-01 %s", u, u)
		}
	}
	for _, gr := range g.some("devs", "ops") {
		g.do("groupadd %s", gr)
		for _, u := range []string{"alice", "bob"} {
			if g.odds(1, 2) {
				g.do("id %s >/dev/null 2>&1 && gpasswd -a %s %s >/dev/null || :", u, u, gr)
			}
		}
	}
	if g.odds(1, 3) {
		g.write("/etc/hosts", g.one(
			"127.0.0.1 localhost\n# a comment\n192.0.2.1\tdb1 db  # main\n192.0.2.2 web1",
			"127.0.0.1\tlocalhost\r\n192.0.2.1 db1\r\n",
			"\n\n192.0.2.1   db1   db.example.com db\n192.0.2.9 db1\n\n",
			"", "garbage line here\n192.0.2.2 web1 w\n"))
	}
	if g.odds(1, 8) {
		g.do("%s", g.one("chmod 600 /etc/hosts", "mv /etc/hosts /srv/hosts; ln -s /srv/hosts /etc/hosts", "chattr +i /etc/hosts", "chown 1:1 /etc/hosts", "rm /etc/hosts"))
	}
}

var modes = []string{"0644", "0600", "0755", "4755", "0000", "1777", "0640", "2750"}

func (g *gen) file(d *declared) bool {
	d.kind, d.title = "file", g.one("/srv/a", "/srv/b", "/srv/dir", "/srv/dir/in", "/srv/ein name", "/etc/laws.conf", "/root/.laws", "/srv/link", "/srv/q'uote")
	if strings.HasPrefix(d.title, "/srv/dir/") {
		g.do("mkdir -p /srv/dir")
	}
	name := sq(d.title)
	switch g.IntN(9) {
	case 0, 1:
		g.do("[ -e %s ] || { printf %%s %s >%s; chmod %s %s; }", name, sq(g.one("old", "old\nlines\n", "")), name, g.one(modes...), name)
	case 2:
		g.do("[ -e %s ] || mkfifo -m %s %s", name, g.one(modes...), name)
	case 3:
		g.do("[ -e %s ] || ln -s %s %s", name, g.one("/srv/nowhere", "/etc/hostname", "/srv/dir", "b"), name)
	case 4:
		g.do("mkdir -p %s; [ -d %s ] && touch %s/kept %s/.hidden || :", name, name, name, name)
	case 5:
		g.do("[ -e %s ] || { printf '\\000\\001bin' >%s; chown 33:44 %s; chmod %s %s; }", name, name, name, g.one(modes...), name)
	case 6:
		g.do("[ -e %s ] || { echo fixed >%s; chattr +%s %s; }", name, name, g.one("i", "a"), name)
	}
	switch g.IntN(6) {
	case 0, 1, 2:
		d.set("ensure", "file")
		if g.odds(3, 4) {
			d.set("content", g.one("", "new\n", "zeile\nünï\n", "no end", "old"))
		}
	case 3:
		d.set("ensure", "directory")
		if g.odds(1, 3) {
			d.raw("force", "true")
		}
	case 4:
		d.set("ensure", "link")
		d.set("target", g.one("/srv/nowhere", "/etc/hostname", "b"))
		if g.odds(1, 3) {
			d.raw("force", "true")
		}
		return true
	case 5:
		d.set("ensure", "absent")
		if g.odds(1, 2) {
			d.raw("force", "true")
		}
		if g.odds(1, 4) {
			d.set("backup", ".bak")
		}
		return true
	}
	if g.odds(1, 2) {
		d.set("mode", g.one("0644", "0600", "0755", "4755", "u=rw,go=r", "1777"))
	}
	if g.odds(1, 3) {
		d.set("owner", g.one("root", "daemon", "33", "alice"))
	}
	if g.odds(1, 3) {
		d.set("group", g.one("root", "daemon", "44", "devs"))
	}
	if g.odds(1, 6) {
		d.set("backup", ".bak")
	}
	if g.odds(1, 6) {
		d.raw("show_diff", "false")
	}
	return true
}

func (g *gen) user(d *declared) bool {
	d.kind, d.title = "user", g.one("alice", "bob", "carol")
	if g.odds(1, 4) {
		d.set("ensure", "absent")
		if g.odds(1, 2) {
			d.raw("managehome", "true")
		}
		return true
	}
	if g.odds(2, 3) {
		d.set("ensure", "present")
	}
	if g.odds(1, 2) {
		d.set("shell", g.one("/bin/sh", "/bin/bash", "/usr/sbin/nologin", "/no/shell"))
	}
	if g.odds(1, 2) {
		d.set("comment", g.one("A. User", "", "x, y & z", "ünï"))
	}
	if g.odds(1, 3) {
		d.set("home", g.one("/home/"+d.title, "/srv/home"))
	}
	if g.odds(1, 3) {
		d.raw("managehome", "true")
	}
	if g.odds(1, 4) {
		d.set("uid", g.one("1500", "1501", "0"))
		if d.attrs[len(d.attrs)-1][1] == "'0'" {
			d.raw("allowdupe", "true")
		}
	}
	if g.odds(1, 3) {
		d.raw("groups", list(g.some("devs", "ops", "www-data")...))
		if strings.HasSuffix(d.attrs[len(d.attrs)-1][1], "[]") {
			d.attrs = d.attrs[:len(d.attrs)-1]
		} else if g.odds(1, 2) {
			d.set("membership", "inclusive")
		}
	}
	if g.odds(1, 4) {
		d.set("gid", g.one("devs", "users", "100"))
	}
	if g.odds(1, 5) {
		d.set("password", g.one("!", "*", "$6$abc$def"))
	}
	if g.odds(1, 5) {
		d.set("expiry", g.one("2031-02-03", "absent"))
	}
	if g.odds(1, 6) {
		d.set("password_max_age", g.one("90", "99999"))
	}
	return len(d.attrs) > 0
}

func (g *gen) group(d *declared) bool {
	d.kind, d.title = "group", g.one("devs", "ops", "team")
	if g.odds(1, 4) {
		d.set("ensure", "absent")
		return true
	}
	d.set("ensure", "present")
	if g.odds(1, 3) {
		d.set("gid", g.one("1600", "1601"))
	}
	if g.odds(1, 3) {
		d.raw("members", list(g.one("root", "daemon", "bin")))
		if g.odds(1, 2) {
			d.raw("auth_membership", "true")
		}
	}
	return true
}

func (g *gen) host(d *declared) bool {
	d.kind, d.title = "host", g.one("db1", "web1", "localhost", "new.example.com", "b")
	if g.odds(1, 4) {
		d.set("ensure", "absent")
		return true
	}
	d.set("ip", g.one("192.0.2.1", "192.0.2.7", "2001:db8::1"))
	if g.odds(1, 2) {
		d.raw("host_aliases", list(g.one("db", "x"), g.one("y", "z.example.com")))
	}
	if g.odds(1, 3) {
		d.set("comment", g.one("ours", "a # b", ""))
	}
	return true
}

func (g *gen) cron(d *declared) bool {
	d.kind, d.title = "cron", g.one("backup", "clean up", "jobs/1")
	user := g.one("root", "root", "alice", "carol")
	if g.odds(1, 2) && user != "carol" {
		text := g.one(
			"MAILTO=ops\n# Puppet Name: "+d.title+"\n0 3 * * * /bin/true\n# note\n5 4 * * 1 /usr/bin/env\n",
			"# Puppet Name: "+d.title+"\n@daily /bin/true\n",
			"17 * * * * /bin/echo a%b\n\n\n# Puppet Name: other\n*/5 * * * * /bin/false\n",
			"# Puppet Name: "+d.title+"\n0 3 1 1 * /bin/true\n# Puppet Name: second\n@reboot /bin/date\n")
		if user == "root" {
			g.write("/run/laws.cron", text)
			g.do("crontab -u root /run/laws.cron")
		} else {
			g.write("/run/laws.cron", text)
			g.do("id alice >/dev/null 2>&1 && crontab -u alice /run/laws.cron || :")
		}
	}
	if user != "root" || g.odds(1, 2) {
		d.set("user", user)
	}
	if g.odds(1, 4) {
		d.set("ensure", "absent")
		return true
	}
	d.set("command", g.one("/bin/true", "/bin/echo hi > /dev/null", "/bin/echo a\\%b"))
	switch g.IntN(4) {
	case 0:
		d.set("special", g.one("daily", "reboot", "hourly"))
	case 1:
		d.set("special", "absent")
		d.set("hour", "4")
	default:
		d.set("hour", g.one("3", "*/2", "22"))
		d.set("minute", g.one("0", "*/15", "30"))
		if g.odds(1, 3) {
			d.set("weekday", g.one("1-5", "Sun", "0"))
		}
	}
	if g.odds(1, 4) {
		d.raw("environment", list("PATH=/bin", "MAILTO=root"))
	}
	return true
}

func (g *gen) mount(d *declared) bool {
	d.kind, d.title = "mount", g.one("/mnt/a", "/mnt/b")
	if g.odds(1, 2) {
		g.write("/etc/fstab", g.one(
			"# static\ntmpfs\t/mnt/a\ttmpfs\tsize=1m,nodev 0 2\n/dev/null  /mnt/b  ext4 noauto 1  2\n",
			"tmpfs /mnt/a tmpfs defaults\n\n# end",
			"tmpfs /mnt/b tmpfs noexec 0 0\nbroken\n"))
	}
	if g.odds(3, 4) {
		g.do("mkdir -p /mnt/a /mnt/b")
	}
	if g.odds(1, 5) {
		g.do("mkdir -p %s; mount -t tmpfs tmpfs %s", d.title, d.title)
	}
	switch g.IntN(5) {
	case 0:
		d.set("ensure", "absent")
		return true
	case 1, 2:
		d.set("ensure", "defined")
	case 3:
		d.set("ensure", "mounted")
	case 4:
		d.set("ensure", "unmounted")
	}
	d.set("device", "tmpfs")
	d.set("fstype", "tmpfs")
	if g.odds(1, 2) {
		d.set("options", g.one("size=1m", "noexec,nodev", "defaults"))
	}
	if g.odds(1, 3) {
		d.set("pass", g.one("0", "2"))
	}
	if g.odds(1, 3) {
		d.set("dump", g.one("0", "1"))
	}
	return true
}

func (g *gen) sysctl(d *declared) bool {
	d.kind, d.title = "sysctl", kernel[g.IntN(len(kernel)-1)]
	if g.odds(1, 2) {
		g.write(g.one("/etc/sysctl.d/50-laws.conf", "/etc/sysctl.d/99-z.conf", "/etc/sysctl.conf"), g.one(
			"# ours\n"+d.title+" = 1\n; old\nkernel.panic=10\n", d.title+"=7\n"+d.title+" = 9", "-"+d.title+" = 1\n", "garbage\n\n"))
	}
	if g.odds(1, 4) {
		d.set("ensure", "absent")
	} else {
		d.set("ensure", "present")
		d.set("value", g.one("0", "1"))
		if strings.Contains(d.title, "fin_timeout") {
			d.attrs[len(d.attrs)-1][1] = q(g.one("30", "45"))
		}
		if g.odds(1, 3) {
			d.set("comment", "set by laws")
		}
		if g.odds(1, 4) {
			d.raw("apply", "false")
		}
		if g.odds(1, 5) {
			d.raw("persist", "false")
		}
		if g.odds(1, 5) {
			d.raw("silent", "true")
		}
	}
	if g.odds(1, 4) {
		d.set("target", "/etc/sysctl.d/60-target.conf")
	}
	return true
}

func (g *gen) service(d *declared) bool {
	d.kind, d.title = "service", g.one("cron", "laws-a", "laws-b", "laws-nowhere")
	if d.title == "laws-a" || d.title == "laws-b" {
		unit := "/etc/systemd/system/" + d.title + ".service"
		g.write(unit, g.one(
			"[Unit]\nDescription=laws\n[Service]\nExecStart=/bin/sleep infinity\n[Install]\nWantedBy=multi-user.target\n",
			"[Service]\nExecStart=/bin/sleep 100000\nExecReload=/bin/true\n",
			"[Service]\nType=oneshot\nRemainAfterExit=yes\nExecStart=/bin/true\n[Install]\nWantedBy=multi-user.target\n",
			"[Service]\nType=exec\nExecStart=/no/such/program\n[Install]\nWantedBy=multi-user.target\n"))
		// No undo can restore a process of a definition that does not exist.
		g.do("systemctl daemon-reload; systemctl -q try-restart %s || :", d.title)
		if g.odds(1, 2) {
			g.do("systemctl -q start %s || :", d.title)
		}
		if g.odds(1, 2) {
			g.do("systemctl -q enable %s 2>/dev/null || :", d.title)
		}
	} else if d.title == "cron" {
		g.do("%s", g.one(":", ":", "systemctl -q stop cron", "systemctl -q disable cron 2>/dev/null", "systemctl -q mask cron 2>/dev/null"))
	}
	if g.odds(3, 4) {
		d.set("ensure", g.one("running", "stopped"))
	}
	if g.odds(2, 3) {
		d.set("enable", g.one("true", "false", "mask"))
	}
	return len(d.attrs) > 0
}

func (g *gen) pkg(d *declared) bool {
	d.kind, d.title = "package", g.one("laws-one", "laws-two", "laws-three", "laws-none")
	if d.title == "laws-none" && g.odds(3, 4) {
		return false
	}
	switch g.IntN(4) {
	case 0:
		g.do("apt-get -qq -y install laws-one=1.0 >/dev/null")
	case 1:
		g.do("apt-get -qq -y install laws-two laws-three >/dev/null")
	case 2:
		g.do("apt-get -qq -y install laws-one=1.0 >/dev/null; apt-get -qq -y remove laws-one >/dev/null")
	}
	if g.odds(1, 3) {
		g.do("[ ! -e /etc/laws-one.conf ] || echo 'and ours' >>/etc/laws-one.conf")
	}
	d.set("ensure", g.one("installed", "absent", "purged", "latest", "installed"))
	if d.title == "laws-one" && g.odds(1, 3) {
		d.attrs[0][1] = q(g.one("1.0", "2.0"))
	}
	return true
}

func (g *gen) exec(d *declared) bool {
	d.kind, d.title = "exec", g.one("one", "two", "three")
	g.do("mkdir -p /srv/exec")
	made := "/srv/exec/" + d.title
	switch g.IntN(7) {
	case 0:
		d.set("command", g.one("/bin/touch "+made, "/bin/echo done > "+made))
		d.set("creates", made)
	case 1:
		d.set("command", g.one("/bin/touch "+made, "/bin/echo done > "+made))
		d.set("unless", "/usr/bin/test -e "+made)
	case 2:
		d.set("command", "/bin/rm -f "+made)
		d.set("onlyif", "/usr/bin/test -e "+made)
	case 3:
		d.set("command", g.one("/bin/touch "+made, "/bin/false"))
		d.raw("refreshonly", "true")
	default:
		d.set("command", g.one("/bin/touch "+made, "/bin/sh -c 'echo x >> /srv/exec/log'", "/bin/rm -f "+made, "/bin/false", "/bin/true"))
	}
	if g.odds(1, 5) {
		d.set("user", g.one("daemon", "alice"))
	}
	if g.odds(1, 5) {
		d.set("cwd", "/srv/exec")
	}
	return true
}

func (g *gen) fileLine(d *declared) bool {
	d.kind, d.title = "file_line", g.one("one", "two")
	file := "/srv/lines." + d.title
	switch g.IntN(5) {
	case 0, 1:
		g.write(file, "a = 1\nb = 2\n# end\n")
	case 2:
		g.write(file, "a = 1\r\nlast")
	case 3:
		g.write(file, "\n\na = 1\na = 2\n")
		g.do("chmod %s %s; chown 33 %s", g.one(modes...), file, file)
	}
	d.set("path", file)
	d.set("line", g.one("a = 5", "c = 3", "b = 2", "# end"))
	switch g.IntN(4) {
	case 0:
		d.set("match", `^a = `)
		if g.odds(1, 2) {
			d.raw("multiple", "true")
		}
	case 1:
		d.set("after", `^a = `)
	case 2:
		d.set("ensure", "absent")
	}
	return true
}

func (g *gen) ini(d *declared) bool {
	d.kind, d.title = "ini_setting", g.one("one", "two")
	file := "/etc/laws-" + d.title + ".ini"
	switch g.IntN(4) {
	case 0:
		g.write(file, "; head\nglobal=1\n[main]\n  key = old  \n#key = x\n[other]\nkey=2\n")
	case 1:
		g.write(file, "[main]\nkey=1\nkey=2\n\n[empty]\n[main]\nmore = a b ; c")
	case 2:
		g.write(file, "junk\n[main]\r\nkey = v\r\n")
		g.do("chmod %s %s", g.one(modes...), file)
	}
	d.set("path", file)
	d.set("section", g.one("main", "main", "other", "new", ""))
	d.set("setting", g.one("key", "more", "fresh"))
	if g.odds(1, 4) {
		d.set("ensure", "absent")
	} else {
		d.set("value", g.one("1", "a b", "old", "ünï"))
	}
	return true
}

var keys = []string{
	"AAAAC3NzaC1lZDI1NTE5AAAAIFapi9Ko6T8Kr20kqb7Oq5b/FCCRN3p+lgpi7E2h+ifg",
	"AAAAC3NzaC1lZDI1NTE5AAAAIIElzSBKWlBf0p8vE+at07Ed2wQQyk7aVmF3xtsfpnWw",
}

func (g *gen) authorizedKey(d *declared) bool {
	d.kind, d.title = "ssh_authorized_key", g.one("alice@laptop", "ci")
	user := g.one("alice", "bob", "root", "carol")
	if g.odds(1, 2) && user != "carol" {
		home := "~" + user
		g.do("mkdir -p %s/.ssh 2>/dev/null && printf '# keys\\nssh-ed25519 %s %s\\nfrom=\"192.0.2.1\" ssh-ed25519 %s other\\n' >%s/.ssh/authorized_keys && chown -R %s %s/.ssh && chmod %s %s/.ssh/authorized_keys || :",
			home, keys[0], d.title, keys[1], home, user, home, g.one("600", "644", "400"), home)
	}
	d.set("user", user)
	if g.odds(1, 4) {
		d.set("ensure", "absent")
		return true
	}
	d.set("type", "ssh-ed25519")
	d.set("key", g.one(keys...))
	if g.odds(1, 3) {
		d.raw("options", list("no-pty", `command="/bin/date"`))
	}
	return true
}

func (g *gen) sshkey(d *declared) bool {
	d.kind, d.title = "sshkey", g.one("db.example.com", "web", "[gate]:2222")
	if g.odds(1, 2) {
		g.do("mkdir -p /etc/ssh")
	}
	if g.odds(1, 2) {
		g.do("mkdir -p /etc/ssh; printf '# known\\ndb.example.com,192.0.2.1 ssh-ed25519 %s\\n|1|abc=|def= ssh-ed25519 %s\\nweb ssh-ed25519 %s note\\n' >/etc/ssh/ssh_known_hosts", keys[0], keys[1], keys[0])
	}
	d.set("type", "ssh-ed25519")
	if g.odds(1, 4) {
		d.set("ensure", "absent")
		return true
	}
	d.set("key", g.one(keys...))
	if g.odds(1, 2) {
		d.raw("host_aliases", list("192.0.2.10"))
	}
	return true
}

func (g *gen) mailalias(d *declared) bool {
	d.kind, d.title = "mailalias", g.one("root", "postmaster", "ops team")
	if g.odds(2, 3) {
		g.write("/etc/aliases", g.one(
			"# mail\nroot: alice\npostmaster:root,\n  bob\n", "root:  |/bin/cat, \"|/bin/x y\"\n\nother: :include:/etc/list", "postmaster: root\npostmaster: bob\n"))
	}
	if g.odds(1, 4) {
		d.set("ensure", "absent")
		return true
	}
	d.raw("recipient", list(g.one("alice", "root", "|/bin/cat -n"), g.one("bob", "ops@example.com")))
	return true
}

func (g *gen) alternative(d *declared) bool {
	d.kind, d.title = "alternatives", g.one("laws-ed", "laws-ed", "laws-ed", "laws-pager")
	if g.odds(5, 6) {
		g.do("update-alternatives --quiet --install /usr/local/bin/laws-ed laws-ed /bin/true 10; update-alternatives --quiet --install /usr/local/bin/laws-ed laws-ed /bin/false 20")
		if g.odds(1, 3) {
			g.do("update-alternatives --quiet --set laws-ed /bin/true")
		}
	}
	if g.odds(1, 3) {
		d.set("mode", "auto")
		return true
	}
	d.set("path", g.one("/bin/true", "/bin/false", "/bin/nothing"))
	return true
}

func (g *gen) tidy(d *declared) bool {
	d.kind, d.title = "tidy", "/srv/tidy"
	g.do("mkdir -p /srv/tidy/sub; touch -d '2001-01-01' /srv/tidy/a.log /srv/tidy/sub/b.log; echo new >/srv/tidy/c.log; ln -s a.log /srv/tidy/l; [ -p /srv/tidy/p ] || mkfifo /srv/tidy/p")
	d.raw("recurse", g.one("true", "1"))
	if g.odds(2, 3) {
		d.raw("matches", list(g.one("*.log", "*", "a*")))
	}
	if g.odds(1, 2) {
		d.set("age", g.one("1w", "1d"))
	}
	if g.odds(1, 4) {
		d.raw("rmdirs", "true")
	}
	if g.odds(1, 4) {
		d.set("size", "0")
	}
	return true
}

func (g *gen) purge(d *declared) bool {
	d.kind, d.title = "resources", g.one("host", "mailalias", "sshkey", "yumrepo")
	d.raw("purge", "true")
	return true
}

func (g *gen) augeas(d *declared) bool {
	d.kind, d.title = "augeas", g.one("one", "two")
	if d.title == "one" {
		d.set("incl", "/etc/host.conf")
		d.set("lens", "Host_Conf.lns")
		d.set("changes", g.one("set multi off", "set multi on", "rm multi", "set trim .example.com"))
		if g.odds(1, 3) {
			g.write("/etc/host.conf", g.one("multi on\n", "# only this\n", "order bind,hosts\nmulti off\n"))
		}
		return true
	}
	g.write("/etc/laws.shellvars", "# vars\nA=1\nB='two words'\n")
	d.set("incl", "/etc/laws.shellvars")
	d.set("lens", "Shellvars.lns")
	d.raw("changes", list(g.one("set A 2", "set C 3", "rm B", "set A 1"), g.one("set D x", "rm A")))
	return true
}

func (g *gen) kmod(d *declared) bool {
	d.kind, d.title = "kmod", g.one("laws_mod", "pcspkr")
	if g.odds(1, 2) {
		g.do("mkdir -p /etc/modprobe.d /etc/modules-load.d; printf '# x\\nblacklist %s\\noptions %s a=1 b\\n' >/etc/modprobe.d/%s.conf", d.title, d.title, g.one("x", d.title))
	}
	switch g.IntN(3) {
	case 0:
		d.raw("blacklist", g.one("true", "false"))
	case 1:
		d.raw("options", list("a=2", "c=d"))
	case 2:
		d.raw("load", g.one("true", "false"))
		d.raw("apply", "false")
	}
	return true
}

func (g *gen) yumrepo(d *declared) bool {
	d.kind, d.title = "yumrepo", g.one("tools", "base")
	g.do("mkdir -p /etc/yum.repos.d")
	if g.odds(1, 2) {
		g.write("/etc/yum.repos.d/x.repo", "# repos\n[tools]\nname = Tools\nbaseurl=http://192.0.2.1/a\n  http://192.0.2.2/b\nenabled=1\n\n[extra]\nname=E\n")
	}
	if g.odds(1, 4) {
		d.set("ensure", "absent")
		return true
	}
	d.set("descr", g.one("Tools", "New name"))
	d.set("baseurl", "https://192.0.2.3/x")
	if g.odds(1, 2) {
		d.set("enabled", g.one("0", "1", "absent"))
	}
	if g.odds(1, 2) {
		d.set("gpgcheck", g.one("0", "1"))
	}
	return true
}

func (g *gen) notify(d *declared) bool {
	d.kind, d.title = "notify", "hello"
	d.set("message", "hello, world")
	return true
}
