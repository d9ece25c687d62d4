package frame_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
)

// TestDrawings checks whole screens without their colours. A too small screen
// has lines of at most 28 cells, except for what is not lost.
func TestDrawings(t *testing.T) {
	for name, c := range map[string]struct {
		width, height int
		content       frame.Content
	}{
		"types.120x36":   {120, 36, types120()},
		"types.80x24":    {80, 24, types80()},
		"why.120x36":     {120, 36, why120()},
		"instance.80x24": {80, 24, instance80()},
		"small.36x8":     {36, 8, frame.Content{Top: frame.Top{Crumbs: crumbs("types", "user", "deploy")}, Kept: "1 draft"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := frame.Draw(frame.Mode{}, c.width, c.height, c.content)
			if len(got.Lines) != c.height {
				t.Errorf("%d lines, want %d", len(got.Lines), c.height)
			}
			golden(t, name, ansi.Strip(got.String())+"\n")
		})
	}
}

// golden compares a drawing with testdata/<name>. RALSH_GOLDEN=1 writes it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if os.Getenv("RALSH_GOLDEN") == "1" {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (RALSH_GOLDEN=1 writes it)", err)
	}
	if d := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); d != "" {
		t.Error(d)
	}
}

func crumbs(parts ...safe.Text) []safe.Text { return parts }

func spans(parts ...safe.Text) []frame.Span {
	s := make([]frame.Span, len(parts))
	for i, p := range parts {
		s[i].Text = p
	}
	return s
}

// keys parses "enter instances|w why"; the first word is the key.
func keys(s string) []frame.Key {
	var out []frame.Key
	for part := range strings.SplitSeq(s, "|") {
		name, what, _ := strings.Cut(part, " ")
		out = append(out, frame.Key{Name: safe.Text(name), What: safe.Text(what)})
	}
	return out
}

var help = frame.Key{Name: "?", What: "help"}

// rows parses a drawn table: the margin in the first four characters, then the
// texts of the slots between bars.
func rows(slots []frame.Slot, lines ...string) []frame.Line {
	var out []frame.Line
	for _, line := range lines {
		var texts []safe.Text
		for part := range strings.SplitSeq(line[4:], "|") {
			texts = append(texts, safe.Text(strings.TrimSpace(part)))
		}
		row := frame.Row{Cursor: line[0] == '>', Cells: frame.Cells(slots, texts...)}
		if line[2] != ' ' {
			row.Sign = frame.Sign(line[2])
		}
		out = append(out, row)
	}
	return out
}

var typeRows = []string{
	"    alternatives|The program behind a generic command name|dpkg|1/1|104|6 ms",
	"    cron|Jobs in users' crontabs|crontab|1/1|0|3 ms",
	"    exec|Run a command when a condition holds|posix|2/2|none|",
	"    file|Files, directories and links, by path|posix|1/1|by path|",
	"    group|Groups in /etc/group|groupadd|1/1|53|1 ms",
	"    host|Entries in /etc/hosts|parsed|1/1|3|1 ms",
	"    mailalias|Entries in /etc/aliases|aliases|1/1|0|1 ms",
	"    mount|File systems in fstab, and what is mounted|parsed|1/1|21|2 ms",
	"  ! package|Software packages|apt|4/13|1,127|1.9 s",
	"  x selboolean|SELinux booleans|no provider|0/1|-|",
	">   service|Daemons: running now, started at boot|debian|3/9|11|412 ms",
	"    ssh_authorized_key|Lines in users' authorized_keys|parsed|1/1|0|4 ms",
	"    sshkey|Host keys in ssh_known_hosts|parsed|1/1|0|1 ms",
	"  o sysctl|Kernel settings, saved and live|parsed|1/1|874|1.4 s",
	"  . user|Accounts in /etc/passwd|useradd|1/1|waiting|",
	"  ! vcsrepo|Working copies of repositories|git|2/6|0|5 ms",
	"  x yumrepo|Package sources of yum and dnf|no provider|0/1|-|",
}

// The two drawings space the same columns differently, so the gaps are given
// for each width. Which columns there are depends only on the width.
func typeColumns(summary, suitable, instances, took int) []frame.Column {
	return []frame.Column{
		{Title: "type", Min: 18},
		{Title: "what it is", Min: 30, Ideal: 45, Grow: 1, Gap: 3, Drop: 1},
		{Title: "default", Min: 11, Gap: summary},
		{Title: "suitable", Min: 8, Right: true, Gap: suitable, Drop: 3},
		{Title: "instances", Min: 9, Right: true, Gap: instances},
		{Title: "time", Min: 6, Right: true, Gap: took, Drop: 2},
	}
}

func types120() frame.Content {
	columns := typeColumns(2, 5, 3, 6)
	slots := frame.Columns(columns, 120, 0)
	list := append([]frame.Line{frame.Titles(columns, slots, true)}, rows(slots, typeRows...)...)
	return frame.Content{
		Top:  frame.Top{Crumbs: crumbs("types"), Right: spans("web1", "root")},
		Body: []frame.Block{frame.One(list)},
		Foot: frame.Foot{Lines: []frame.Line{
			frame.Title("service", "why: w", false),
			frame.Text("Daemons: whether they run now and whether they start at boot."),
			frame.Text("debian is the default. No defaultfor matches here, so the highest score wins: debian 7, base 5, service 4."),
			signed(frame.SignCannot, "systemd would be the default on Debian 12, but is unsuitable: PID 1 is docker-init, not systemd."),
			frame.Text("11 instances from debian: 1 running, 10 stopped; 6 start at boot."),
		}},
		Message: frame.Message{Text: "15 of 17 types counted; sysctl is reading, 874 so far", Evidence: "1.9 s"},
		Keys:    frame.Keys{Keys: keys("enter instances|w providers and why|/ filter|n new|f facts|: jump"), Last: help},
	}
}

func signed(s frame.Sign, t safe.Text) frame.Row {
	r := frame.Text(t)
	r.Sign = s
	return r
}

func types80() frame.Content {
	columns := typeColumns(3, 3, 5, 13)
	slots := frame.Columns(columns, 80, 0)
	shown := rows(slots, typeRows[2:]...)
	list := append([]frame.Line{frame.Titles(columns, slots, true)}, shown...)
	return frame.Content{
		Top:  frame.Top{Crumbs: crumbs("types"), Right: spans("web1", "root")},
		Body: []frame.Block{frame.One(list)},
		Foot: frame.Foot{Lines: []frame.Line{
			frame.Title("service", "rows 3-17 of 17", false),
			frame.Text("Daemons: running now, started at boot. debian is the default: score 7 of"),
			frame.Text("debian 7, base 5, service 4."),
			signed(frame.SignCannot, "systemd: PID 1 is docker-init, not systemd"),
		}},
		Message: frame.Message{Text: "15 of 17 types counted; sysctl is reading, 874 so far", Evidence: "1.9 s"},
		Keys:    frame.Keys{Keys: keys("enter instances|w why|/ filter|n new|: jump"), Last: help},
	}
}

func why120() frame.Content {
	const at = 54
	columns := []frame.Column{
		{Title: "provider", Min: 12},
		{Title: "score", Min: 5, Gap: 3, Right: true},
		{Title: "verdict", Min: 20, Grow: 1, Gap: 3},
	}
	slots := frame.Columns(columns, at, 0)
	left := append([]frame.Line{frame.Titles(columns, slots, true)}, rows(
		slots,
		"  * debian|7|default",
		"    base|5|suitable",
		"    service|4|suitable",
		"  x daemontools||/usr/bin/svc missing",
		"  x init||os.name is debian",
		"  x openrc||/sbin/rc-service missing",
		"  x redhat||/sbin/chkconfig missing",
		"  x runit||/usr/bin/sv missing",
		"> x systemd||PID 1 is docker-init",
	)...)
	left = append(left, nil, frame.Title("who is the default, and why", "", false))
	left = append(left, lines(
		"1  9 candidates, 3 suitable here",
		"2  defaultfor matches: none of the 3",
		"     debian  os.name=debian, major 5, 6, 7",
		"             here: major 12",
		"3  highest score wins: debian 7",
		"     score   pairs   ancestors",
		"   *     7   0       7   debian < init < base < ..",
		"         5   0       5   base < service < ..",
		"         4   0       4   service < ..",
		"4  no tie",
		"",
		"If systemd were suitable it would win: 106.",
		"os.name=debian matches, 1 pair x 100, ancestors 6.",
	)...)
	label := func(name, text, evidence safe.Text) frame.Line {
		return frame.Row{
			Cells:    []frame.Cell{{At: frame.At(6), Text: name}, {At: frame.At(14), Text: text}},
			Evidence: evidence,
		}
	}
	clause := func(sign frame.Sign, text, here safe.Text) frame.Line {
		return frame.Row{Sign: sign, Cells: []frame.Cell{{At: frame.At(4), Text: text}, {At: frame.At(44), Text: here}}}
	}
	right := []frame.Line{
		frame.Title("systemd: unsuitable, 1 of 2 tests failed", "0.3 ms", false),
		signed(frame.SignInSync, "command systemctl is on PATH"),
		label("wanted", "an executable file named systemctl", ""),
		label("got", "/usr/bin/systemctl", "0.2 ms"),
		label("looked", "/usr/local/sbin /usr/local/bin /usr/sbin *", ""),
		label("", "/usr/bin", ""),
		nil,
		frame.Row{Sign: frame.SignCannot, Strong: true, Cells: []frame.Cell{{At: frame.At(4), Text: "PID 1 is systemd"}}},
		label("wanted", "/proc/1/comm to read systemd", ""),
		label("got", "docker-init", "0.1 ms"),
		label("hint", "boot with systemd, or use debian, which reads", ""),
		label("", "/etc/init.d here", ""),
		label("from", "built in, tested each time", ""),
		nil,
		frame.Title("features", "declared", false),
		frame.Text("refreshable  enableable  maskable"),
		nil,
		frame.Title("default for", "12 clauses", false),
		clause(frame.SignInSync, "os.name = debian", "here: debian"),
		clause(0, "os.family = archlinux", "here: debian"),
		clause(0, "os.family = redhat", "here: debian"),
		clause(0, "os.name = ubuntu", "here: debian"),
		clause(0, "8 more", "enter shows all"),
		frame.Text("not for"),
		clause(0, "os.name = debian, major 5, 6, 7", "here: 12"),
	}
	return frame.Content{
		Top:     frame.Top{Crumbs: crumbs("types", "service", "providers and why"), Right: spans("web1", "root")},
		Body:    []frame.Block{frame.Two(at, left, right)},
		Message: frame.Message{Text: "every test was run, also after the first failure", Evidence: "9 providers  6 ms"},
		Keys: frame.Keys{
			Keys: keys("enter all tests|tab pane|i instances|y copy|c command|r test again|/ filter"),
			Last: help,
		},
	}
}

func lines(texts ...safe.Text) []frame.Line {
	var out []frame.Line
	for _, t := range texts {
		out = append(out, frame.Text(t))
	}
	return out
}

func instance80() frame.Content {
	columns := []frame.Column{
		{Title: "property", Min: 18},
		{Title: "is", Min: 8, Grow: 1, Gap: 3},
		{Title: "read from", Min: 14, Right: true},
	}
	slots := frame.Columns(columns, 80, 0)
	list := append([]frame.Line{frame.Titles(columns, slots, true)}, rows(
		slots,
		"    ensure|present|/etc/passwd:20",
		"    uid|1000|/etc/passwd:20",
		"    gid|1000 (deploy)|/etc/passwd:20",
		"    comment|\"\"|/etc/passwd:20",
		"    home|/home/deploy|/etc/passwd:20",
		">   shell|/bin/sh|/etc/passwd:20",
		"    groups|[]|/etc/group",
		"    password|[redacted]|/etc/shadow:20",
		"    password_min_age|0|/etc/shadow:20",
		"    password_max_age|99999|/etc/shadow:20",
		"    password_warn_days|7|/etc/shadow:20",
		"    expiry|absent|/etc/shadow:20",
	)...)
	list = append(
		list,
		frame.Row{Sign: frame.SignCannot, Cells: []frame.Cell{
			{At: slots[0], Text: "loginclass"},
			{At: frame.At(slots[1].Col), Text: "needs manages_loginclass; useradd lacks it"},
		}},
		frame.Row{
			Cells:    []frame.Cell{{At: frame.At(4), Text: "2 more unsupported, 6 not of this system, 4 parameters below"}},
			Evidence: "more",
		},
	)
	return frame.Content{
		Top:  frame.Top{Crumbs: crumbs("types", "user", "deploy"), Right: spans("web1", "root")},
		Body: []frame.Block{frame.One(list)},
		Foot: frame.Foot{Lines: []frame.Line{
			frame.Title("shell", "property", false),
			frame.Text("Program started at login. It must exist and be executable."),
			frame.Text("any absolute path; needs manages_shell, which useradd has"),
			frame.Title("connected", "tab", false),
			frame.Text("group deploy  file /home/deploy  file /bin/sh  used by file /srv/app"),
			nil,
		}},
		Message: frame.Message{Text: "read 12:04:31, 12 properties, nothing run", Evidence: "1 ms"},
		Keys:    frame.Keys{Keys: keys("e edit|d difference|- remove|y copy|R keep reading"), Last: help},
	}
}
