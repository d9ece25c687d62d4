package pkg

import (
	"context"
	"crypto/sha1"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/local"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/real"
	"ralsh/ral/value"
)

// shop is a fake host with one package manager. It keeps its packages in /db, one
// "NAME VERSION" a line; repo lists the available versions, the highest last.
type shop struct {
	repo map[string][]string
	f    *fakehost.Host
}

// goods returns the packages in every shop.
func goods() map[string][]string {
	return map[string][]string{"tiny": {"1.0", "2.0"}, "small": {"1.0"}, "org.example.Tiny": {"1.0", "2.0"}, "org.example.Small": {"1.0"}}
}

func newShop(db, tool string, run func(shop, host.Command) host.Result) *fakehost.Host {
	s := shop{goods(), fakehost.New(map[string]string{"/db": db})}
	s.f.Command("/usr/bin/" + tool)
	s.f.Handle(tool, func(_ context.Context, _ *fakehost.Host, cmd host.Command) host.Result { return run(s, cmd) })
	return s.f
}

// rows returns the installed packages as pairs of name and version.
func (s shop) rows() [][]string {
	var rows [][]string
	for line := range strings.Lines(s.f.Content("/db")) {
		rows = append(rows, strings.Fields(line))
	}
	return rows
}

func (s shop) newest(name string) string {
	if versions := s.repo[name]; len(versions) > 0 {
		return versions[len(versions)-1]
	}
	return ""
}

// old returns the rows with a newer version in the shop.
func (s shop) old() [][]string {
	return slices.DeleteFunc(s.rows(), func(row []string) bool { return s.newest(row[0]) == "" || s.newest(row[0]) == row[1] })
}

// take installs or removes each target, written as NAME or as NAME, sep and VERSION.
func (s shop) take(sep string, remove bool, targets []string) host.Result {
	for _, target := range targets {
		if strings.HasPrefix(target, "-") {
			continue
		}
		name, version, given := strings.Cut(target, sep)
		if !given || version == "latest" {
			version = s.newest(name)
		}
		if strings.HasPrefix(target, "/") {
			name, version = packed(target, "-", "1.0")
		}
		if !remove && !slices.Contains(s.repo[name], version) {
			return host.Result{Exit: 1, Stderr: []byte("ERROR: no " + target + "\n")}
		}
		dropRPM(s.f, name)
		if !remove {
			s.f.Put("/db", s.f.Content("/db")+name+" "+version+"\n", 0o644)
		}
	}
	return host.Result{}
}

func printed(format string, args ...any) host.Result {
	return host.Result{Stdout: fmt.Appendf(nil, format, args...)}
}

func fakeGem(s shop, cmd host.Command) host.Result {
	var out strings.Builder
	switch {
	case cmd.Args[0] == "list":
		for _, row := range s.rows() {
			if at := slices.Index(cmd.Args, "--version"); at < 0 || cmd.Args[at+1] == ">=0.5, <2" && row[1] < "2" {
				fmt.Fprintf(&out, "%s (%s, default: 0.1)\n", row[0], row[1])
			}
		}
	case cmd.Args[0] == "outdated":
		for _, row := range s.old() {
			fmt.Fprintf(&out, "%s (%s < %s)\n", row[0], row[1], s.newest(row[0]))
		}
	case slices.Contains(cmd.Args, "--explain"):
		return printed("Gems to install:\n  tiny-common-1.0\n  tiny-2.0\n")
	default:
		target := cmd.Args[len(cmd.Args)-1]
		if at := slices.Index(cmd.Args, "--version"); at > 0 {
			target += "=" + strings.Replace(cmd.Args[at+1], ">=0.5, <2", "1.0", 1)
		}
		return s.take("=", cmd.Args[0] == "uninstall", []string{target})
	}
	return printed("%s", out.String())
}

func fakePip(s shop, cmd host.Command) host.Result {
	last := cmd.Args[len(cmd.Args)-1]
	switch {
	case cmd.Args[0] == "list":
		rows := s.rows()
		if slices.Contains(cmd.Args, "--outdated") {
			rows = s.old()
		}
		list := []map[string]string{}
		for _, row := range rows {
			list = append(list, map[string]string{"name": row[0], "version": row[1]})
		}
		out, _ := json.Marshal(list)
		return host.Result{Stdout: out}
	case slices.Contains(cmd.Args, "--no-index"):
		name, want, _ := strings.Cut(last, "==")
		name, _, ranged := strings.Cut(name, ">=0.5,<2")
		for _, row := range s.rows() {
			if row[0] == name && (ranged && row[1] < "2" || !ranged && want == row[1]+".0") {
				return host.Result{}
			}
		}
		return host.Result{Exit: 1, Stderr: []byte("ERROR: No matching distribution found for " + last)}
	case slices.Contains(cmd.Args, "--dry-run"):
		return printed("Looking in links: /srv\nWould install small-1.0 tiny-2.0\n")
	}
	return s.take("==", cmd.Args[0] == "uninstall", []string{strings.Replace(last, ">=0.5,<2", "==1.0", 1)})
}

func fakeNpm(s shop, cmd host.Command) host.Result {
	all := npmPackages{}
	switch cmd.Args[0] {
	case "list":
		for _, row := range s.rows() {
			all[row[0]] = struct{ Version, Latest string }{row[1], ""}
		}
		out, _ := json.Marshal(map[string]any{"name": "lib", "dependencies": all})
		return host.Result{Stdout: out}
	case "outdated":
		for _, row := range s.old() {
			all[row[0]] = struct{ Version, Latest string }{"", s.newest(row[0])}
		}
		out, _ := json.Marshal(all)
		return host.Result{Stdout: out, Exit: min(1, len(all))}
	}
	return s.take("@", cmd.Args[0] == "uninstall", cmd.Args[1:])
}

func fakeFlatpak(s shop, cmd host.Command) host.Result {
	var out strings.Builder
	rows := s.rows()
	if cmd.Args[0] == "remote-ls" {
		rows = s.old()
	}
	if cmd.Args[0] == "list" || cmd.Args[0] == "remote-ls" {
		for _, row := range rows {
			fmt.Fprintf(&out, "%s\t\t%s\n", row[0], row[1])
		}
		return printed("%s", out.String())
	}
	targets := slices.DeleteFunc(slices.Clone(cmd.Args[1:]), func(a string) bool { return a == "flathub" })
	return s.take("//", cmd.Args[0] == "uninstall", targets)
}

func fakeSnap(s shop, cmd host.Command) host.Result {
	out := "Name  Version  Rev  Tracking  Publisher  Notes\n"
	switch {
	case cmd.Args[0] == "list":
		for _, row := range s.rows() {
			notes := "-"
			if len(row) > 2 {
				notes = "classic,held"
			}
			out += fmt.Sprintf("%s  %s  12  latest/stable  canonical*  %s\n", row[0], row[1], notes)
		}
		return printed("%s", out)
	case slices.Contains(cmd.Args, "--list"):
		for _, row := range s.old() {
			out += fmt.Sprintf("%s  %s  13  1MB  canonical*  -\n", row[0], s.newest(row[0]))
		}
		return printed("%s", out)
	case slices.Contains(cmd.Args, "--hold"), slices.Contains(cmd.Args, "--unhold"):
		for _, row := range s.rows() {
			if row[0] == cmd.Args[2] {
				dropRPM(s.f, row[0])
				line := row[0] + " " + row[1] + map[bool]string{true: " held"}[cmd.Args[1] == "--hold"] + "\n"
				s.f.Put("/db", s.f.Content("/db")+line, 0o644)
			}
		}
		return host.Result{}
	}
	return s.take("=", cmd.Args[0] == "remove", cmd.Args[1:])
}

// apkHost returns a fake host with the database of apk, changed as apk does.
func apkHost(db string) *fakehost.Host {
	f := fakehost.New(map[string]string{apkDB: db})
	s := shop{map[string][]string{"tiny": {"1.0-r0", "2.0-r0"}, "small": {"1.0-r0"}}, f}
	f.Command("/sbin/apk")
	f.Handle("apk", func(_ context.Context, _ *fakehost.Host, cmd host.Command) host.Result {
		switch {
		case cmd.Args[0] == "version":
			out := "Installed:                                Available:\n"
			for _, e := range parseApk(f.Content(apkDB)) {
				if v := s.newest(e.name); v != "" && v != e.version {
					out += e.name + "-" + e.version + "      < " + v + "\n"
				}
			}
			return printed("%s", out)
		case slices.Contains(cmd.Args, "-s"):
			return printed("%s", apkSimulation)
		}
		s.f = fakehost.New(map[string]string{"/db": ""})
		for _, e := range parseApk(f.Content(apkDB)) {
			s.f.Put("/db", s.f.Content("/db")+e.name+" "+e.version+"\n", 0o644)
		}
		res := s.take("=", cmd.Args[0] == "del", cmd.Args[1:])
		text := ""
		for _, row := range s.rows() {
			text += "C:Q1=\nP:" + row[0] + "\nV:" + row[1] + "\nA:x86_64\np:cmd:" + row[0] + "=" + row[1] + "\n\n"
		}
		f.Put(apkDB, text, 0o644)
		return res
	})
	return f
}

// A purge removes edited files below /etc; an undo removes the package without one.
func TestApkPredictsEditedFiles(t *testing.T) {
	sum := sha1.Sum([]byte("as packed"))
	row := func(name string) string {
		return "P:" + name + "\nV:1.0-r0\nF:etc\nR:tiny.conf\nZ:Q1" + base64.StdEncoding.EncodeToString(sum[:]) + "\nF:usr\nR:tiny\nZ:Q1AA=\n\n"
	}
	for _, c := range []struct{ owner, text, want string }{
		{"tiny", "as packed", ""},
		{"other", "mine", ""},
		{"tiny", "mine", "the package is removed but not purged, to keep these edited configuration files: /etc/tiny.conf"},
	} {
		f := apkHost("P:tiny\nV:1.0-r0\n\n" + row(c.owner))
		f.Put("/etc/tiny.conf", c.text, 0o644)
		f.Put("/usr/tiny", "x", 0o755)
		run, r := on(t, f, facts{"os.name": "Alpine"}).resource("apk", "tiny", "ensure", "purged")
		got, err := run.Ops(r.Provider).Predict(t.Context(), run.Reader(r.Provider), r, "ensure", value.Sym("purged"))
		if err != nil || got.Keeps != c.want || got.Milder.IsAbsent() != (c.want != "") {
			t.Errorf("%v: %v, %+v", c, err, got)
		}
	}
}

// apkSimulation was printed by apk 2.14.
const apkSimulation = "(1/3) Installing tiny-common (1-r0)\n(2/3) Upgrading tiny (1.0-r0 -> 2.0-r0)\n(3/3) Purging old (3-r1)\nOK: 8 MiB in 17 packages\n"

const apkText = "C:Q1pS=\nP:musl\nV:1.2.4-r2\nA:x86_64\np:so:libc.musl-x86_64.so.1=1 cmd:ldd=1\nF:lib\nR:ld-musl\n\n"

type shopTest struct {
	provider string
	host     func(db string) *fakehost.Host
	facts    facts
	row      string // one package in the database
	cases    []raltest.Case
	several  *raltest.Several
	latest   bool // one query covers several packages with latest
}

func shops() []shopTest {
	A := raltest.A
	at := func(tool string, run func(shop, host.Command) host.Result) func(string) *fakehost.Host {
		return func(db string) *fakehost.Host { return newShop(db, tool, run) }
	}
	life := raltest.Case{Title: "tiny", Create: []ral.Attr{}, Remove: "absent"}
	latest := raltest.Case{
		Name: "versions", Title: "tiny", Create: []ral.Attr{A("ensure", "1.0")}, Changes: []ral.Attr{A("ensure", "latest")}, Remove: "absent",
	}
	ranged := latest
	ranged.Name, ranged.Create = "ranges", []ral.Attr{A("ensure", ">=0.5 <2")}
	byApk := latest
	byApk.Create, byApk.Remove = []ral.Attr{A("ensure", "1.0-r0")}, "purged"
	app := raltest.Case{Title: "org.example.Tiny", Create: []ral.Attr{}, With: []ral.Attr{A("source", "flathub")}, Remove: "absent"}
	held := raltest.Case{
		Name: "held", Title: "tiny", Create: []ral.Attr{A("mark", "hold")}, Changes: []ral.Attr{A("mark", "none"), A("mark", "hold")}, Remove: "purged",
	}
	row := "p%d 1.0\n"
	return []shopTest{
		{"apk", apkHost, facts{"os.name": "Alpine"}, "P:p%d\nV:1.0-r0\n\n", []raltest.Case{life, byApk}, someAtOnce("purged"), true},
		{"gem", at("gem", fakeGem), debianFacts, row, []raltest.Case{life, latest, ranged}, nil, true},
		{"pip", at("pip", fakePip), debianFacts, row, []raltest.Case{life, latest, ranged}, nil, true},
		{"pip3", at("pip3", fakePip), debianFacts, row, []raltest.Case{life, latest, ranged}, nil, true},
		{"npm", at("npm", fakeNpm), debianFacts, row, []raltest.Case{life, latest}, someAtOnce("absent"), true},
		{
			"flatpak", at("flatpak", fakeFlatpak), debianFacts, "org.example.P%d 1.0\n",
			[]raltest.Case{app},
			&raltest.Several{Titles: []string{"org.example.Tiny", "org.example.Small"}, Remove: "absent"}, false,
		},
		{"snap", at("snap", fakeSnap), debianFacts, row, []raltest.Case{life, held}, someAtOnce("purged"), true},
	}
}

func TestShopSuitesOnFake(t *testing.T) {
	for _, c := range shops() {
		t.Run(c.provider, func(t *testing.T) {
			s := raltest.Suite{
				Register: Register, Type: "package", Provider: c.provider, Facts: raltest.Facts(c.facts),
				Host: func(*testing.T) host.Host { return c.host("").Host },
				Many: func(_ *testing.T, n int) host.Host {
					db := ""
					for i := range n {
						db += fmt.Sprintf(c.row, i)
					}
					return c.host(db).Host
				},
				Cases: c.cases, Several: c.several,
			}
			if c.latest {
				s.Crowds = []raltest.Crowd{{
					Name: "the latest that are there", Title: numbered("p"), Attrs: []ral.Attr{raltest.A("ensure", "latest")}, InSync: true,
				}}
			}
			s.Run(t)
		})
	}
}

// A package without a status has no findings.
func TestShopsFindNothingOdd(t *testing.T) {
	for _, c := range shops() {
		env := raltest.Env(t, Register, c.host(fmt.Sprintf(c.row, 1)).Host.Reader(), raltest.Facts(c.facts))
		n := 0
		env.List(t.Context(), env.Registry.Type("package"), func(ev onhost.ListEvent) {
			for _, inst := range ev.Found {
				n++
				if odd := inst.Findings(); len(odd) > 0 {
					t.Errorf("%s: %s: %q", c.provider, inst.Name, odd)
				}
			}
		})
		if n == 0 {
			t.Errorf("%s lists nothing", c.provider)
		}
	}
}

func TestShopChanges(t *testing.T) {
	for _, c := range []struct {
		provider, name string
		attrs          []string
		want           string
	}{
		{"apk", "tiny", nil, "apk add --no-progress tiny"},
		{"apk", "tiny", []string{"ensure", "1.0-r0"}, "apk add --no-progress tiny=1.0-r0"},
		{"apk", "tiny", []string{"ensure", "latest"}, "apk add --no-progress --upgrade tiny"},
		{"apk", "tiny", []string{"ensure", "purged"}, "apk del --no-progress --purge tiny"},
		{"gem", "tiny", nil, "gem install --no-document tiny"},
		{"gem", "tiny", []string{"ensure", ">=0.5 <2"}, "gem install --no-document --version '>=0.5, <2' tiny"},
		{"gem", "tiny", []string{"ensure", "absent", "uninstall_options", "--force"}, "gem uninstall --executables --all --force tiny"},
		{"pip", "tiny", []string{"ensure", ">=0.5 <2"}, "pip install 'tiny>=0.5,<2'"},
		{"pip", "tiny", []string{"ensure", "1.0"}, "pip install tiny==1.0"},
		{"pip", "tiny", []string{"ensure", "latest", "install_options", "--user"}, "pip install --upgrade --user tiny"},
		{"pip", "tiny", []string{"ensure", "absent"}, "pip uninstall -y tiny"},
		{"pip", "tiny", []string{"command", "/opt/venv/bin/pip"}, "/opt/venv/bin/pip install tiny"},
		{"pip3", "tiny", nil, "pip3 install tiny"},
		{"pip2", "tiny", []string{"ensure", "absent"}, "pip2 uninstall -y tiny"},
		{"puppet_gem", "tiny", nil, "/opt/puppetlabs/puppet/bin/gem install --no-document tiny"},
		{"npm", "tiny", []string{"ensure", "1.0"}, "npm install --global tiny@1.0"},
		{"npm", "tiny", []string{"ensure", "latest"}, "npm install --global tiny@latest"},
		{"npm", "tiny", []string{"source", "/srv/tiny-1.0-x.tgz"}, "npm install --global /srv/tiny-1.0-x.tgz"},
		{"flatpak", "org.example.Tiny", []string{"source", "flathub"}, "flatpak install --system --noninteractive --assumeyes flathub org.example.Tiny"},
		{"flatpak", "org.example.Tiny", []string{"ensure", "absent", "uninstall_options", "--delete-data"}, "flatpak uninstall --system --noninteractive --assumeyes --delete-data org.example.Tiny"},
		{"snap", "tiny", []string{"install_options", "--classic"}, "snap install --classic tiny"},
		{"snap", "tiny", []string{"ensure", "purged"}, "snap remove --purge tiny"},
	} {
		t.Run(c.provider+" "+strings.Join(c.attrs, " "), func(t *testing.T) {
			f := fakehost.New(map[string]string{apkDB: "", "/x": ""})
			for _, tool := range []string{"apk", "gem", "pip", "pip2", "pip3", "npm", "flatpak", "snap"} {
				f.Command("/usr/bin/" + tool)
				f.Handle(tool, func(context.Context, *fakehost.Host, host.Command) host.Result {
					return host.Result{Stdout: map[string][]byte{"pip": []byte("[]"), "pip2": []byte("[]"), "pip3": []byte("[]"), "npm": []byte("{}")}[tool]}
				})
			}
			f.Command("/opt/venv/bin/pip")
			f.Command("/opt/puppetlabs/puppet/bin/gem")
			h := on(t, f, debianFacts)
			run, r := h.resource(c.provider, c.name, c.attrs...)
			before := len(h.f.Ran())
			if err := h.set(run, r, "ensure"); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]string{c.want}, h.ran(before)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestShopsPredict(t *testing.T) {
	for provider, want := range map[string]ral.Prediction{
		"apk": {
			Certainty: ral.Simulated, By: "apk -s", Note: "2.0-r0; also installs tiny-common; also removes old",
			Also:        []string{"install tiny-common 1-r0", "remove old 3-r1"},
			AlsoMakes:   []ral.Decl{along("tiny-common", "1-r0")},
			AlsoRemoves: []ral.Decl{along("old", "3-r1")},
		},
		"gem": {
			Certainty: ral.Simulated, By: "gem install --explain", Note: "2.0; also installs tiny-common", Also: []string{"install tiny-common 1.0"},
			AlsoMakes: []ral.Decl{along("tiny-common", "1.0")},
		},
		"pip": {
			Certainty: ral.Simulated, By: "pip install --dry-run", Note: "2.0; also installs small", Also: []string{"install small 1.0"},
			AlsoMakes: []ral.Decl{along("small", "1.0")},
		},
		"npm": {Certainty: ral.Computed}, "snap": {Certainty: ral.Computed},
	} {
		for _, c := range shops() {
			if c.provider != provider {
				continue
			}
			h := on(t, c.host(""), c.facts)
			run, r := h.resource(provider, "tiny")
			got, err := run.Ops(r.Provider).Predict(t.Context(), run.Reader(r.Provider), r, "ensure", value.Present())
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Errorf("%s: %v\n%s", provider, err, diff)
			}
		}
	}
}

// Strange output from a tool is an error, not a host without packages.
func TestShopsAnswerStrangely(t *testing.T) {
	parsers := map[string]func(string) ([]have, error){
		"gem list": parseGems, "flatpak list": parseFlatpak, "snap list": parseSnap,
		"pip list": func(out string) ([]have, error) { return parsePip([]byte(out)) },
		"npm list": func(out string) ([]have, error) { return parseNpm([]byte(out)) },
	}
	for name, parse := range parsers {
		for _, out := range []string{"Fehler: die Datei fehlt\n", "\x00\xff\n", "{"} {
			if list, err := parse(out); err == nil || len(list) > 0 || !strings.HasPrefix(err.Error(), "cannot read the output of "+name+": expected ") {
				t.Errorf("%s of %q: %v, %v", name, out, list, err)
			}
		}
	}
	if _, err := parseNpm([]byte(`{"error": {"code": "E", "summary": "no such folder"}}`)); err == nil || err.Error() != "npm list: no such folder" {
		t.Error(err)
	}
	if list, err := parseSnap("No snaps are installed yet.\n"); err == nil {
		t.Errorf("a sentence is taken for snaps: %v", list)
	}
}

func TestShopsRefuseNames(t *testing.T) {
	for provider, names := range map[string][]string{
		"apk":     {"tiny=1", "tiny@edge", "!tiny", "/x"},
		"gem":     {"tiny:1", "tiny.gem", "/x", "a b"},
		"pip":     {"tiny==1", "tiny[x]", "./tiny", "git+https://x", "tiny>1"},
		"npm":     {"tiny@1", "./tiny", "user/repo", "https://x/y.tgz"},
		"flatpak": {"tiny", "org.gnome.Maps//master", "app/org.gnome.Maps"},
		"snap":    {"Tiny", "tiny=edge", "./tiny.snap"},
	} {
		for _, c := range shops() {
			for _, name := range names {
				if c.provider != provider || strings.Contains(name, " ") {
					continue
				}
				h := on(t, c.host(""), c.facts)
				run, r := h.resource(provider, name, "ensure", "absent")
				before := len(h.f.Ran())
				if err := h.set(run, r, "ensure"); err == nil || len(h.ran(before)) > 0 {
					t.Errorf("%s %s: %v, ran %q", provider, name, err, h.ran(before))
				}
			}
		}
	}
}

// pip accepts many spellings of a library's name and of a version.
func TestPipSpellings(t *testing.T) {
	h := on(t, newShop("My.Lib 1.0\n", "pip", fakePip), debianFacts)
	if _, r := h.resource("pip", "my_lib"); r.Is("ensure").Text() != "1.0" {
		t.Errorf("my_lib is %s", r.Is("ensure").Literal())
	}
	h = on(t, newShop("tiny 1.0\n", "pip", fakePip), debianFacts)
	run, r := h.resource("pip", "tiny", "ensure", "1.0.0")
	same, known, err := run.Ops(r.Provider).InSync(t.Context(), run.Reader(r.Provider), r, "ensure", r.Is("ensure"), r.Get("ensure"))
	if !same || !known || err != nil {
		t.Error(same, known, err)
	}
	if err := isPip("pip", "/tmp/evil"); err == nil {
		t.Error("a command of any name is run to find out")
	}
}

// The libraries of pip are listed once, also if it is installed under several names.
func TestPipListsOnce(t *testing.T) {
	f := newShop("tiny 1.0\n", "pip", fakePip)
	f.Command("/usr/bin/pip2", "/usr/bin/pip3")
	h, rows := on(t, f, debianFacts), 0
	h.env.List(t.Context(), h.env.Registry.Type("package"), func(ev onhost.ListEvent) {
		if ev.Err != nil {
			t.Error(ev.Err)
		}
		rows += len(ev.Found)
	})
	if rows != 1 {
		t.Errorf("%d rows", rows)
	}
}

// A failed or empty dry run of pip does not block the change, except for a Python
// that pip refuses to change.
func TestPipLeavesChangesOpen(t *testing.T) {
	for name, c := range map[string]struct {
		res   host.Result
		fails bool
	}{
		"it cannot build":    {host.Result{Exit: 1, Stderr: []byte("ERROR: No matching distribution found\n")}, false},
		"it names nothing":   {host.Result{}, false},
		"the system's own":   {host.Result{Exit: 1, Stderr: []byte("error: externally-managed-environment\n")}, true},
		"it was interrupted": {host.Result{Signal: "killed"}, false},
	} {
		h := on(t, newShop("", "pip", func(_ shop, cmd host.Command) host.Result {
			if cmd.Args[0] == "list" {
				return printed("[]")
			}
			return c.res
		}), debianFacts)
		run, r := h.resource("pip", "tiny")
		got, err := run.Ops(r.Provider).Predict(t.Context(), run.Reader(r.Provider), r, "ensure", value.Present())
		if diff := cmp.Diff(ral.Prediction{Certainty: ral.Computed}, got); !c.fails && (diff != "" || err != nil) || c.fails && err == nil {
			t.Errorf("%s: %v\n%s", name, err, diff)
		}
	}
}

const buildShops = `set -e
mkdir -p /srv/gem/gems /srv/pip && cd /srv/gem
for v in 1.0 2.0; do
	printf "Gem::Specification.new { |s| s.name='tiny'; s.version='$v'; s.summary='x'; s.authors=['x']; s.files=[]; s.license='MIT'; s.homepage='http://localhost' }" >t.gemspec
	gem build -q t.gemspec
done
mv *.gem gems
gem generate_index -q -d .
printf -- '---\n:sources:\n- file:///srv/gem/\n' >/etc/gemrc
cd /srv/pip
python3 - <<'P'
import zipfile
for n, v in (('tiny', '1.0'), ('tiny', '2.0'), ('small', '1.0')):
    d = f'{n}-{v}.dist-info'
    with zipfile.ZipFile(f'{n}-{v}-py3-none-any.whl', 'w') as z:
        z.writestr(f'{n}.py', 'x = 1\n')
        z.writestr(f'{d}/METADATA', f'Metadata-Version: 2.1\nName: {n}\nVersion: {v}\n' + ('Requires-Dist: small\n' if v == '2.0' else ''))
        z.writestr(f'{d}/WHEEL', 'Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: true\nTag: py3-none-any\n')
        z.writestr(f'{d}/RECORD', f'{n}.py,,\n{d}/METADATA,,\n{d}/WHEEL,,\n{d}/RECORD,,\n')
P
printf '[global]\nno-index = true\nfind-links = /srv/pip\nbreak-system-packages = true\n' >/etc/pip.conf
mkdir -p /srv/npm && cd /srv/npm
for v in 1.0.0 2.0.0; do
	mkdir -p s
	printf '{"name":"tiny","version":"%s","license":"MIT"}' $v >s/package.json
	(cd s && npm pack --silent --pack-destination ..)
done
mkdir -p /srv/flatpak && cd /srv/flatpak
export() {
	rm -rf b && mkdir -p b/files b/export b/usr
	printf "$2" >b/metadata
	flatpak build-export $3 repo b 1 >/dev/null
}
export Platform '[Runtime]\nname=org.example.Platform\nruntime=org.example.Platform/x86_64/1\n' --runtime
export Tiny '[Application]\nname=org.example.Tiny\nruntime=org.example.Platform/x86_64/1\n'
flatpak --system remote-add --no-gpg-verify t /srv/flatpak/repo
flatpak --system remote-ls t >/dev/null
npm list --global >/dev/null
`

// alone leaves only these tools on PATH, because the others would be asked too.
func alone(t *testing.T, tools ...string) {
	t.Helper()
	dir := t.TempDir()
	for _, tool := range tools {
		if err := os.Symlink("/usr/bin/"+tool, dir+"/"+tool); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir)
}

// The tools of languages and applications run on the system itself.
func TestShopSuitesOnRealSystem(t *testing.T) {
	real.Full(t)
	if os.Getenv(inside) == "" {
		real.Need(t, "gem, pip, npm and flatpak in a root", "unshare", "chroot")
		enterAgain(t, func() string {
			root := real.Tools(t)
			if out, err := real.Enter(root, "bash", "-c", buildShops).CombinedOutput(); err != nil {
				t.Fatalf("building packages: %v\n%s", err, out)
			}
			return root
		})
		return
	}
	A := raltest.A
	library := raltest.Case{
		Title: "tiny", Create: []ral.Attr{A("ensure", ">=0.5 <2")}, Changes: []ral.Attr{A("ensure", "latest")}, Remove: "absent",
	}
	file := raltest.Case{Title: "tiny", Create: []ral.Attr{A("ensure", "1.0.0")}, With: []ral.Attr{A("source", "/srv/npm/tiny-1.0.0.tgz")}, Remove: "absent"}
	app := raltest.Case{Title: "org.example.Tiny", Create: []ral.Attr{}, With: []ral.Attr{A("source", "t")}, Remove: "absent"}
	for provider, life := range map[string]raltest.Case{"gem": library, "pip": library, "npm": file, "flatpak": app} {
		t.Run(provider, func(t *testing.T) {
			alone(t, provider, "node", "ruby")
			raltest.Suite{
				Register: Register, Type: "package", Provider: provider, Facts: raltest.Facts(debianFacts),
				Host:  func(*testing.T) host.Host { return local.Machine() },
				Watch: []string{"/etc", "/root", "/usr/local", "/var/lib", "/var/cache", "/var/log"},
				Cases: []raltest.Case{life},
			}.Run(t)
		})
	}
}
