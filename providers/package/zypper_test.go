package pkg

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/real"
	"ralsh/ral/value"
)

var suseFacts = facts{"os.family": "Suse", "os.name": "openSUSE", "os.release.major": "15"}

// suse returns a fake host whose zypper and rpm keep their database in /db.
func suse(db, available string) *fakehost.Host {
	f := fedora(db, "")
	f.Command(zypperTool)
	f.Handle("zypper", func(_ context.Context, f *fakehost.Host, cmd host.Command) host.Result {
		args := slices.DeleteFunc(slices.Clone(cmd.Args), func(a string) bool { return strings.HasPrefix(a, "--") })
		switch {
		case args[0] == "list-updates":
			return zypperUpdates(f, available)
		case slices.Contains(cmd.Args, "--dry-run"):
			return host.Result{Stdout: []byte(zypperSummary)}
		}
		res := changeRPMs(f, available, args[0] == "remove", "=", args[1:])
		if res.Exit != 0 {
			res = host.Result{Exit: 104, Stderr: []byte("No provider of '" + args[1] + "' found.\n")}
		}
		return res
	})
	return f
}

func zypperUpdates(f *fakehost.Host, available string) host.Result {
	best := newest(parseRPM(available))
	out := "<?xml version='1.0'?>\n<stream>\n<message type=\"info\">Loading repository data...</message>\n" +
		"<update-status version=\"0.6\">\n<update-list>\n"
	for _, have := range parseRPM(f.Content("/db")) {
		for _, p := range best {
			if p.name == have.name && p.newer(have) {
				out += fmt.Sprintf(`<update name="%s" edition="%s" arch="noarch" kind="package" edition-old="%s"></update>`, p.name, p.evr(), have.evr())
			}
		}
	}
	return host.Result{Stdout: []byte(out + "</update-list></update-status></stream>\n")}
}

// zypperSummary was printed by zypper 1.14.
const zypperSummary = `<?xml version='1.0'?>
<stream>
<message type="info">Loading repository data...</message>
<install-summary download-size="11042" space-usage-diff="0" packages-to-change="2">
<to-upgrade>
<solvable type="package" name="nginx" edition="2.0-1" arch="noarch" edition-old="1.0-1" arch-old="noarch" summary="tiny">
<description>tiny</description></solvable>
</to-upgrade>
<to-install>
<solvable type="package" name="tiny-common" edition="1-1" arch="noarch" summary="tiny">
<description>tiny</description></solvable>
</to-install>
<to-remove>
<solvable type="package" name="old" edition="3-1" arch="noarch" summary="tiny"></solvable>
</to-remove>
</install-summary>
<prompt id="0">
<text>Continue?</text>
<option default="1" value="y" desc="Yes, accept the summary and proceed with installation/removal of packages."/>
</prompt>
</stream>
`

func zypperLives() []raltest.Case {
	A := raltest.A
	return []raltest.Case{
		{Title: "tiny", Create: []ral.Attr{}, Remove: "absent"},
		{
			Name: "versions", Title: "tiny", Create: []ral.Attr{A("ensure", "1.0-1")},
			Changes: []ral.Attr{A("ensure", "latest"), A("ensure", "1.0-1"), A("ensure", "2.0")}, Remove: "absent",
		},
	}
}

func TestZypperSuiteOnFake(t *testing.T) {
	repo := strings.ReplaceAll(rpmRepo, "tiny 0 2.0 1", "tiny 0 2.0 1") + "p0 0 1.0 1 x86_64\n"
	raltest.Suite{
		Register: Register, Type: "package", Provider: "zypper", Facts: raltest.Facts(suseFacts),
		Host:  func(*testing.T) host.Host { return suse(rpmDBText, repo+"tiny 0 2.0 1 noarch\n").Host },
		Many:  func(_ *testing.T, n int) host.Host { return suse(manyRPMs(n), repo).Host },
		Cases: zypperLives()[:1], Several: someAtOnce("absent"),
		Crowds: []raltest.Crowd{
			{Name: "the latest that are there", Title: numbered("p"), Attrs: []ral.Attr{raltest.A("ensure", "latest")}, InSync: true},
			{Name: "removals", Title: numbered("p"), Attrs: []ral.Attr{raltest.A("ensure", "absent")}},
		},
	}.Run(t)
}

func TestZypperChanges(t *testing.T) {
	run := "/usr/bin/zypper --non-interactive "
	cases := []struct {
		name  string
		attrs []string
		want  string
	}{
		{"tiny", nil, run + "install --auto-agree-with-licenses tiny"},
		{"tiny", []string{"ensure", "1.0-1"}, run + "install --auto-agree-with-licenses tiny=1.0-1"},
		{"nginx", []string{"ensure", "1.18-3"}, run + "install --auto-agree-with-licenses --oldpackage nginx=1.18-3"},
		{"nginx", []string{"ensure", "latest"}, run + "install --auto-agree-with-licenses nginx"},
		{"tiny", []string{"source", "/srv/a.rpm"}, run + "install --auto-agree-with-licenses /srv/a.rpm"},
		{"tiny", []string{"install_options", "--no-recommends"}, run + "install --auto-agree-with-licenses --no-recommends tiny"},
		{"nginx", []string{"ensure", "absent"}, run + "remove nginx"},
	}
	for _, c := range cases {
		t.Run(c.name+" "+strings.Join(c.attrs, " "), func(t *testing.T) {
			h := on(t, suse(rpmDBText, rpmRepo+"/srv/a.rpm 0 1 1 noarch\n"), suseFacts)
			run, r := h.resource("zypper", c.name, c.attrs...)
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

func TestZypperPredicts(t *testing.T) {
	h := on(t, suse("", rpmRepo), suseFacts)
	run, r := h.resource("zypper", "nginx")
	got, err := run.Ops(r.Provider).Predict(t.Context(), run.Reader(r.Provider), r, "ensure", value.Present())
	want := ral.Prediction{
		Certainty: ral.Simulated, By: "zypper --dry-run", Note: "2.0-1; also installs tiny-common; also removes old",
		Also:        []string{"install tiny-common 1-1", "remove old 3-1"},
		AlsoMakes:   []ral.Decl{along("tiny-common", "1-1")},
		AlsoRemoves: []ral.Decl{along("old", "3-1")},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}

// Output of zypper in another format, truncated or empty is an error.
func TestZypperAnswersStrangely(t *testing.T) {
	for out, want := range map[string]string{
		"":                     `cannot read the output of zypper: expected XML, got ""`,
		"Paketdaten werden...": `cannot read the output of zypper: expected XML, got "Paketdaten werden..."`,
		zypperSummary[:300]:    `cannot read the output of zypper: expected XML, got "<?xml version='1.0'?>"`,
	} {
		if _, err := parseZypper([]byte(out)); err == nil || err.Error() != want {
			t.Errorf("%q: %v", out, err)
		}
	}
	f := suse("nginx 0 1 1 noarch\n", "")
	f.Handle("zypper", func(context.Context, *fakehost.Host, host.Command) host.Result {
		return host.Result{Exit: 104, Stdout: []byte("<stream><message type=\"info\">No provider of 'x'\n found.</message></stream>")}
	})
	h := on(t, f, suseFacts)
	run, r := h.resource("zypper", "x")
	_, err := run.Ops(r.Provider).Predict(t.Context(), run.Reader(r.Provider), r, "ensure", value.Present())
	if err == nil || err.Error() != "zypper: No provider of 'x' found." {
		t.Error(err)
	}
}

// zypper works below its own root, inside a root that has zypper.
func TestZypperSuiteOnRealRoot(t *testing.T) {
	if os.Getenv(inside) == "" {
		real.Need(t, "zypper in a root", "unshare", "chroot")
		enterAgain(t, func() string {
			root := real.Tools(t)
			for _, other := range []string{"gem", "pip", "npm", "flatpak"} {
				if err := os.Remove(root + "/usr/bin/" + other); err != nil {
					t.Fatal(err)
				}
			}
			if out, err := real.Enter(root, "bash", "-c", buildRPMs).CombinedOutput(); err != nil {
				t.Fatalf("building packages: %v\n%s", err, out)
			}
			return root
		})
		return
	}
	raltest.Suite{
		Register: Register, Type: "package", Provider: "zypper", Facts: raltest.Facts(suseFacts),
		Host: func(t *testing.T) host.Host {
			root := t.TempDir()
			for _, args := range [][]string{
				{"--no-gpg-checks", "addrepo", "--no-gpgcheck", "file:///b/RPMS", "t"}, {"refresh"}, {"search", "tiny"},
			} {
				bring(t, append([]string{"zypper", "--root", root, "--non-interactive"}, args...)...)
			}
			return raltest.Below(t, root)
		},
		Watch: []string{"/etc", "/usr", "/var", "/.rpmdb/rpmdb.sqlite"},
		Cases: zypperLives(), Several: someAtOnce("absent"),
	}.Run(t)
}
