package pkg

import (
	"context"
	"crypto/md5"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/local"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/real"
	"ralsh/ral/value"
)

var archFacts = facts{"os.family": "Archlinux", "os.name": "Archlinux"}

// arch returns a fake host whose pacman keeps its database in /db, one "NAME VERSION"
// a line.
func arch(db string, repo map[string]string) *fakehost.Host {
	f := fakehost.New(map[string]string{"/db": db})
	f.Command("/usr/bin/pacman")
	f.Handle("pacman", func(_ context.Context, f *fakehost.Host, cmd host.Command) host.Result {
		return runPacman(f, repo, cmd)
	})
	return f
}

func runPacman(f *fakehost.Host, repo map[string]string, cmd host.Command) host.Result {
	switch cmd.Args[0] {
	case "-Q":
		return pacmanQuery(f, cmd.Args[1:])
	case "-Qu":
		var out string
		for line := range strings.Lines(f.Content("/db")) {
			words := strings.Fields(line)
			if v := repo[words[0]]; v != "" && v != words[1] {
				out += words[0] + " " + words[1] + " -> " + v + "\n"
			}
		}
		return host.Result{Stdout: []byte(out), Exit: map[bool]int{true: 1}[out == ""]}
	case "-p":
		last := cmd.Args[len(cmd.Args)-1]
		if slices.Contains(cmd.Args, "-R") {
			return host.Result{Stdout: []byte(last + " 1.0-1\n")}
		}
		return host.Result{Stdout: []byte("tiny-common 1-1\n" + last + " " + repo[last] + "\n")}
	}
	return pacmanChange(f, repo, cmd.Args[2], cmd.Args[3:])
}

func pacmanQuery(f *fakehost.Host, names []string) host.Result {
	if len(names) == 0 {
		return host.Result{Stdout: []byte(f.Content("/db")), Exit: map[bool]int{true: 1}[f.Content("/db") == ""]}
	}
	for line := range strings.Lines(f.Content("/db")) {
		if strings.HasPrefix(line, names[0]+" ") || names[0] == "sh" && strings.HasPrefix(line, "bash ") {
			return host.Result{Stdout: []byte(line)}
		}
	}
	return host.Result{Exit: 1, Stderr: []byte("error: package '" + names[0] + "' was not found\n")}
}

func pacmanChange(f *fakehost.Host, repo map[string]string, verb string, targets []string) host.Result {
	for _, target := range targets {
		if strings.HasPrefix(target, "-") {
			continue
		}
		name, version := target, repo[target]
		if verb == "-U" {
			name, version = packed(target, "-", "1.0-1")
		}
		if verb != "-R" && version == "" {
			return host.Result{Exit: 1, Stderr: []byte("error: target not found: " + target + "\n")}
		}
		dropRPM(f, name)
		if verb != "-R" {
			f.Put("/db", f.Content("/db")+name+" "+version+"\n", 0o644)
		}
	}
	return host.Result{}
}

func pacmanLives(dir string) []raltest.Case {
	A := raltest.A
	return []raltest.Case{
		{Title: "tiny", Create: []ral.Attr{}, Remove: "absent"},
		{
			Name: "from a file", Title: "old", Create: []ral.Attr{A("ensure", "present"), A("source", dir+"/old-1.0-1-any.pkg.tar.zst")},
			Changes: []ral.Attr{A("ensure", "latest")}, Remove: "purged",
		},
	}
}

func TestPacmanSuiteOnFake(t *testing.T) {
	repo := map[string]string{"tiny": "2.0-1", "small": "1-1", "old": "2.0-1", "bash": "5.2-1"}
	raltest.Suite{
		Register: Register, Type: "package", Provider: "pacman", Facts: raltest.Facts(archFacts),
		Host: func(*testing.T) host.Host { return arch("bash 5.2-1\n", repo).Host },
		Many: func(_ *testing.T, n int) host.Host {
			db := "bash 5.2-1\n"
			for i := range n {
				db += fmt.Sprintf("p%d 1-1\n", i)
			}
			return arch(db, repo).Host
		},
		Cases: pacmanLives("/srv"), Several: someAtOnce("purged"),
		Crowds: []raltest.Crowd{
			{Name: "the latest that are there", Title: numbered("p"), Attrs: []ral.Attr{raltest.A("ensure", "latest")}, InSync: true},
			{Name: "removals", Title: numbered("p"), Attrs: []ral.Attr{raltest.A("ensure", "absent")}},
		},
	}.Run(t)
}

func TestPacmanChanges(t *testing.T) {
	run := "/usr/bin/pacman --noconfirm --noprogressbar "
	for _, c := range []struct {
		name  string
		attrs []string
		want  string
	}{
		{"tiny", nil, run + "-S --needed tiny"},
		{"bash", []string{"ensure", "latest"}, run + "-S --needed bash"},
		{"bash", []string{"ensure", "absent"}, run + "-R bash"},
		{"bash", []string{"ensure", "absent", "uninstall_options", "-s"}, run + "-R -s bash"},
		{"bash", []string{"ensure", "purged"}, run + "-R --nosave bash"},
		{"old", []string{"source", "/srv/old-1.0-1-any.pkg.tar.zst"}, run + "-U /srv/old-1.0-1-any.pkg.tar.zst"},
		{"tiny", []string{"install_options", "--asdeps"}, run + "-S --needed --asdeps tiny"},
	} {
		t.Run(c.name+" "+strings.Join(c.attrs, " "), func(t *testing.T) {
			h := on(t, arch("bash 5.2-1\n", map[string]string{"tiny": "2.0-1", "bash": "5.3-1"}), archFacts)
			run, r := h.resource("pacman", c.name, c.attrs...)
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

func TestPacmanPredicts(t *testing.T) {
	h := on(t, arch("tiny 1.0-1\n", map[string]string{"tiny": "2.0-1"}), archFacts)
	for should, want := range map[string]ral.Prediction{
		"latest": {
			Certainty: ral.Simulated, By: "pacman -p", Note: "2.0-1; also installs tiny-common", Also: []string{"install tiny-common 1-1"},
			AlsoMakes: []ral.Decl{along("tiny-common", "1-1")},
		},
		"absent": {Certainty: ral.Simulated, By: "pacman -p"},
	} {
		run, r := h.resource("pacman", "tiny", "ensure", should)
		got, err := run.Ops(r.Provider).Predict(t.Context(), run.Reader(r.Provider), r, "ensure", value.Sym(should))
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", should, err, diff)
		}
	}
}

// A purge removes edited files to back up; an undo removes the package without one.
func TestPacmanPredictsEditedFiles(t *testing.T) {
	f := arch("tiny 1.0-1\n", nil)
	h := on(t, f, archFacts)
	const list = "%%FILES%%\netc/\netc/tiny.conf\n\n%%BACKUP%%\netc/tiny.conf\t%x\n\n"
	f.Put("/var/lib/pacman/local/tiny-1.0-1/files", fmt.Sprintf(list, md5.Sum([]byte("as packed"))), 0o644)
	f.Put("/var/lib/pacman/local/tiny-common-1.0-1/files", fmt.Sprintf(list, md5.Sum([]byte("other"))), 0o644)
	for text, want := range map[string]string{
		"as packed": "",
		"mine":      "the package is removed but not purged, to keep these edited configuration files: /etc/tiny.conf",
	} {
		f.Put("/etc/tiny.conf", text, 0o644)
		run, r := h.resource("pacman", "tiny", "ensure", "purged")
		got, err := run.Ops(r.Provider).Predict(t.Context(), run.Reader(r.Provider), r, "ensure", value.Sym("purged"))
		if err != nil || got.Keeps != want || got.Milder.IsAbsent() != (want != "") {
			t.Errorf("%s: %v, %+v", text, err, got)
		}
	}
}

func TestPacmanKnowsWhatIsProvided(t *testing.T) {
	h := on(t, arch("bash 5.2-1\n", nil), archFacts)
	if _, r := h.resource("pacman", "sh"); r.Is("ensure").Text() != "5.2-1" {
		t.Errorf("sh is %s", r.Is("ensure").Literal())
	}
	if _, r := h.resource("pacman", "sh", "allow_virtual", "false"); r.Is("ensure").Text() != "purged" {
		t.Errorf("sh is %s", r.Is("ensure").Literal())
	}
}

func TestPacmanHostileNames(t *testing.T) {
	for _, name := range []string{"core/bash", "bash=1", "bash>1", "a b", "http://x/y", "*"} {
		if pacmanName(name) == nil {
			t.Errorf("%q is taken for a name", name)
		}
	}
}

func TestPacmanAnswersStrangely(t *testing.T) {
	for out, want := range map[string]int{"": 0, "bash 5.2-1\nerror: x y z\n": 1, "Fehler: was ist das\n": -1, "\x00\xff": -1} {
		list, err := parsePacman(out)
		if err != nil != (want < 0) || err == nil && len(list) != want {
			t.Errorf("%q: %v, %v", out, list, err)
		}
	}
}

// The inputs are lock messages as the tools print them.
func TestLockHolder(t *testing.T) {
	for out, want := range map[string]string{
		"E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 7 (apt-get)\nE: Unable": "apt-get (process 7), which holds the lock",
		"dpkg: error: dpkg frontend lock was locked by another process with pid 12\nNote: x":              "process 12, which holds the lock",
		"System management is locked by the application with pid 173 (zypper).\nClose this":               "zypper (process 173), which holds the lock",
		"error: failed to init transaction (unable to lock database)\n":                                   "another pacman, or the lock file of a killed pacman: /var/lib/pacman/db.lck",
		"E: Unable to locate package nginx\n":                                                             "",
	} {
		if got := lockHolder(host.Result{Stderr: []byte(out)}); got != want {
			t.Errorf("%q: %q, want %q", out, got, want)
		}
	}
}

const buildPacman = `set -e
mkdir -p /srv/pac /var/lib/pacman /var/cache/pacman/pkg && cd /srv/pac
make() {
	rm -rf t && mkdir -p t/usr/share/$1 && echo $2 >t/usr/share/$1/version
	printf 'pkgname = %s\npkgver = %s\npkgdesc = tiny\narch = any\n%b' "$1" "$2" "$3" >t/.PKGINFO
	(cd t && tar --zstd -cf ../$1-$2-any.pkg.tar.zst .PKGINFO usr)
}
make old 1.0-1
make old 2.0-1
make small 1-1
make tiny 2.0-1 'depend = tiny-common\n'
make tiny-common 1-1
repo-add -q t.db.tar.gz old-2.0-1-any.pkg.tar.zst small-1-1-any.pkg.tar.zst tiny-2.0-1-any.pkg.tar.zst tiny-common-1-1-any.pkg.tar.zst
printf '[options]\nArchitecture = auto\nSigLevel = Never\n[t]\nServer = file:///srv/pac\n' >/etc/pacman.conf
pacman --noconfirm -Syy
`

// pacman runs on the system itself, next to the packages of Debian.
func TestPacmanSuiteOnRealSystem(t *testing.T) {
	if os.Getenv(inside) == "" {
		real.Need(t, "pacman in a root", "unshare", "chroot")
		enterAgain(t, func() string {
			root := real.Tools(t)
			if out, err := real.Enter(root, "bash", "-c", buildPacman).CombinedOutput(); err != nil {
				t.Fatalf("building packages: %v\n%s", err, out)
			}
			return root
		})
		return
	}
	alone(t, "pacman")
	raltest.Suite{
		Register: Register, Type: "package", Provider: "pacman", Facts: raltest.Facts(archFacts),
		Host: func(t *testing.T) host.Host {
			// Each case starts without the packages of the previous one.
			for _, name := range []string{"tiny", "tiny-common", "small", "old"} {
				_ = exec.Command("/usr/bin/pacman", "--noconfirm", "-R", name).Run()
			}
			return local.Machine()
		},
		Watch: []string{"/etc", "/var/lib/pacman", "/var/cache", "/var/log"},
		Cases: pacmanLives("/srv/pac"), Several: someAtOnce("absent"),
	}.Run(t)
}
