package alternatives

import (
	"context"
	"fmt"
	"os/exec"
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
	"ralsh/ral/standard"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

const pager = "auto\n/usr/bin/pager\npager.1.gz\n/usr/share/man/man1/pager.1.gz\n\n/bin/more\n50\n/usr/share/man/man1/more.1.gz\n/usr/bin/less\n77\n/usr/share/man/man1/less.1.gz\n\n"

// machine returns a host whose tool writes the mode and the link.
func machine(p kind, files map[string]string) *fakehost.Host {
	all := map[string]string{p.admin + "/pager": pager}
	for name, text := range files {
		all[name] = text
	}
	fake := fakehost.New(all)
	fake.Link(links+"/pager", "/usr/bin/less")
	fake.Command("/usr/bin/" + p.tool)
	fake.Handle(p.tool, func(_ context.Context, f *fakehost.Host, cmd host.Command) host.Result {
		name := cmd.Args[1]
		g, err := parse([]byte(f.Content(p.admin + "/" + name)))
		if err != nil {
			return host.Result{Exit: 2, Stderr: []byte("error: no alternatives for " + name + "\n")}
		}
		mode, to := "auto", g.paths[len(g.paths)-1]
		if cmd.Args[0] == "--set" {
			mode, to = "manual", cmd.Args[2]
		}
		if !slices.Contains(g.paths, to) {
			return host.Result{Exit: 2, Stderr: []byte("error: alternative " + to + " for " + name + " not registered; not setting\n")}
		}
		_, rest, _ := strings.Cut(f.Content(p.admin+"/"+name), "\n")
		f.Put(p.admin+"/"+name, mode+"\n"+rest, 0o644)
		f.Link(links+"/"+name, to)
		return host.Result{}
	})
	return fake
}

type kind struct{ provider, tool, admin string }

var kinds = []kind{
	{"dpkg", "update-alternatives", "/var/lib/dpkg/alternatives"}, {"chkconfig", "alternatives", "/var/lib/alternatives"},
}

func suite(provider string) raltest.Suite {
	return raltest.Suite{
		Register: Register, Type: "alternatives", Provider: provider,
		Cases: []raltest.Case{{Title: "pager", Changes: []ral.Attr{raltest.A("path", "/bin/more"), raltest.A("mode", "auto"), raltest.A("path", "/bin/more")}}},
	}
}

func TestSuite(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.provider, func(t *testing.T) {
			s := suite(k.provider)
			s.Host = func(*testing.T) host.Host { return machine(k, nil).Host }
			s.Many = func(_ *testing.T, n int) host.Host {
				files := make(map[string]string)
				for i := range n {
					files[fmt.Sprintf("%s/many%d", k.admin, i)] = pager
				}
				return machine(k, files).Host
			}
			s.Run(t)
		})
	}
}

// TestReal uses the real tool on a root.
func TestReal(t *testing.T) {
	real.Need(t, "choosing alternatives", "update-alternatives")
	s := suite("dpkg")
	s.Watch = []string{links, "/var/lib/dpkg/alternatives", "/usr/bin"}
	s.Host = func(t *testing.T) host.Host {
		root := real.Chroot(t)
		out, err := exec.Command("update-alternatives", "--root", root, "--install", "/usr/bin/pager", "pager", "/bin/cat", "99").CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return raltest.Below(t, root)
	}
	s.Run(t)
	h := s.Host(t)
	e := env(t, h)
	out, err := exec.Command("update-alternatives", "--root", h.Reader().Root(), "--get-selections").Output()
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		want = append(want, strings.Join(strings.Fields(line), " "))
	}
	e.List(t.Context(), e.Registry.Type("alternatives"), func(ev onhost.ListEvent) {
		for _, inst := range ev.Found {
			got = append(got, fmt.Sprint(inst.Name, " ", inst.Get("mode").Text(), " ", inst.Get("path").Text()))
		}
	})
	if diff := cmp.Diff(want, got); diff != "" || len(want) < 3 {
		t.Errorf("the tool says otherwise:\n%s", diff)
	}
}

func env(t testing.TB, h host.Host) *onhost.Env {
	t.Helper()
	return raltest.Env(t, Register, h.Reader(), raltest.Facts{"os.family": "Debian"})
}

func TestExample(t *testing.T) {
	fake := machine(kinds[0], nil)
	fake.Link(links+"/pager", "/bin/more")
	raltest.Example(t, Register, "alternatives", fake.Host)
	if to, _ := fake.Reader().ReadLink(t.Context(), links+"/pager"); to != "/usr/bin/less" {
		t.Error(to)
	}
}

func decl(title string, pairs ...string) ral.Decl {
	return raltest.Decl("alternatives", title, pairs...)
}

// The plan refuses what the tool would refuse.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		d    ral.Decl
		want string
	}{
		{decl("pager", "path", "/bin/vi"), "/bin/vi is not an alternative for pager: expected /bin/more, /usr/bin/less"},
		{decl("none", "path", "/bin/vi"), "the group of alternatives none does not exist"},
		{decl("empty", "mode", "auto"), "no package provides an alternative for empty"},
		{decl("bad", "path", "/bin/vi"), "cannot read /var/lib/dpkg/alternatives/bad: the file does not begin with a mode and links"},
	} {
		fake := machine(kinds[0], map[string]string{kinds[0].admin + "/bad": "\x00\x01", kinds[0].admin + "/empty": "manual\n/usr/bin/empty\n\n"})
		plan, err := transaction.NewPlan(t.Context(), env(t, fake.Host), []ral.Decl{c.d})
		if err != nil {
			t.Fatal(err)
		}
		why := fmt.Sprint(plan.Steps[0].Err)
		for _, ch := range plan.Steps[0].Changes {
			why += fmt.Sprint(" ", ch.Err, ch.Refused)
		}
		if !strings.Contains(why, c.want) || len(fake.Ran()) > 0 {
			t.Errorf("%s: %s, ran %v", c.d.Title, why, fake.Ran())
		}
	}
}

// installer installs packages with a command of unknown effects.
type installer struct{}

func (installer) Retrieve(_ context.Context, _ host.Reader, r *ral.Resource) (*ral.Instance, error) {
	return ral.AbsentInstance(r.Type, r.Name()), nil
}

func (installer) Create(ctx context.Context, wr host.Writer, _ *ral.Resource) error {
	return wr.Run(ctx, host.Command{Name: kinds[0].tool})
}

// An earlier package may create the group, related or not.
func TestAfterAPackage(t *testing.T) {
	fake := machine(kinds[0], nil)
	register := func(reg *ral.Registry) {
		Register(reg)
		reg.Add(ral.Type{Name: "package", Attributes: []*ral.Attribute{standard.Ensure(""), {Name: "name", Kind: ral.Param, Namevar: true}}},
			ral.Provider{Name: "own", New: func() any { return installer{} }})
	}
	env := raltest.Env(t, register, fake.Reader(), raltest.Facts(map[string]string{"os.family": "Debian"}))
	plan, err := transaction.NewPlan(t.Context(), env, []ral.Decl{
		raltest.Decl("package", "ed", "ensure", "present"), decl("editor", "path", "/bin/ed"),
	})
	if err != nil {
		t.Fatal(err)
	}
	s := plan.Steps[1]
	if len(s.Changes) != 1 || s.Changes[0].Certainty != ral.UnknownUntil || s.Changes[0].Until != 1 {
		t.Errorf("%s %q: %+v", plan.Steps[0].LeftOut(), s.LeftOut(), s.Changes)
	}
}

func TestListing(t *testing.T) {
	fake := machine(kinds[0], map[string]string{
		kinds[0].admin + "/bad": "manual\n", kinds[0].admin + "/lost": pager, kinds[0].admin + "/odd": strings.Replace(pager, "auto", "manual", 1),
	})
	fake.Link(links+"/odd", "/opt/own")
	e := env(t, fake.Host)
	var got []string
	var failed error
	e.List(t.Context(), e.Registry.Type("alternatives"), func(ev onhost.ListEvent) {
		failed = ev.Err
		for _, inst := range ev.Found {
			got = append(got, fmt.Sprint(inst.Name, " ", inst.Get("mode").Text(), " ", inst.Get("path").Text(), " ", inst.ProviderFindings))
		}
	})
	want := []string{
		"lost auto absent [the link /etc/alternatives/lost does not exist]", "odd manual /opt/own [/opt/own is not a registered alternative]",
		"pager auto /usr/bin/less []",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if failed == nil || !strings.Contains(failed.Error(), "cannot read /var/lib/dpkg/alternatives/bad") {
		t.Error(failed)
	}
}

func TestValidation(t *testing.T) {
	e := env(t, machine(kinds[0], nil).Host)
	for _, c := range []struct {
		d    ral.Decl
		want string
	}{
		{decl("pager", "path", "/bin/more", "mode", "manual"), ""},
		{decl("pager", "mode", "auto"), ""},
		{decl("pager", "path", "/bin/more", "mode", "auto"), "Mode cannot be 'auto' if a path is given"},
		{decl("pager", "mode", "manual"), "Mode cannot be 'manual' without a path"},
		{decl("pager", "path", "more"), "path must be a fully qualified path"},
		{decl("--all", "mode", "auto"), "is not a valid name"},
	} {
		_, diags := e.Build(t.Context(), c.d)
		if err := diags.Err(); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v", c.d, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(pager))
	f.Add([]byte("manual\n/usr/bin/x\n\n"))
	f.Add([]byte("auto\n/l\ns\n/sl\n\n/p\n1\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := parse(data)
		if err != nil {
			return
		}
		if g.mode != "auto" && g.mode != "manual" {
			t.Fatalf("mode %q", g.mode)
		}
		for _, p := range g.paths {
			if !strings.HasPrefix(p, "/") {
				t.Fatalf("path %q", p)
			}
		}
	})
}

// BenchmarkList reads the machine's own groups without changes.
func BenchmarkList(b *testing.B) {
	e := env(b, local.Machine())
	n := 0
	for b.Loop() {
		n = 0
		e.List(b.Context(), e.Registry.Type("alternatives"), func(ev onhost.ListEvent) { n += len(ev.Found) })
	}
	b.ReportMetric(float64(n), "groups")
}

// An instance cannot declare its path together with the mode auto, nor the mode
// manual without a path.
func TestUndeclarable(t *testing.T) {
	reg := ral.NewRegistry()
	Register(reg)
	typ := reg.Type("alternatives")
	for _, c := range []struct {
		mode, path string
		want       []string
	}{
		{"auto", "/bin/more", []string{"path"}},
		{"auto", "", nil},
		{"manual", "/bin/more", nil},
		{"manual", "", []string{"mode"}},
	} {
		inst := ral.NewInstance(typ, "pager")
		inst.Set("mode", value.Sym(c.mode))
		inst.Set("path", value.Absent())
		if c.path != "" {
			inst.Set("path", value.Str(c.path))
		}
		var got []string
		for _, a := range typ.Properties() {
			if _, why := inst.AsResource().Undeclarable(a, inst.Get(a.Name)); why == "it is read-only" && !inst.Get(a.Name).IsAbsent() {
				got = append(got, a.Name)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s %q: %v cannot be declared, want %v", c.mode, c.path, got, c.want)
		}
	}
}
