package listings

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

// lines is a provider that reads "name ensure shell" from each line of a file.
type lines struct{ file string }

func (l lines) List(ctx context.Context, in *ral.Listing) error {
	data, err := in.Reader.ReadFile(ctx, l.file)
	if err != nil {
		return err
	}
	for i, line := range strings.Split(string(data), "\n") {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 0:
			continue
		case fields[0] == "FAIL":
			return errors.New("it does not answer")
		}
		inst := in.NewInstance(fields[0])
		inst.From = fmt.Sprintf("%s:%d", l.file, i+1)
		for n, attr := range []string{"ensure", "shell", "enable"} {
			if n+1 < len(fields) {
				inst.Set(attr, value.Sym(fields[n+1]))
			}
		}
		in.Yield(inst)
	}
	return nil
}

func (lines) Flush(context.Context, host.Writer, *ral.Resource) error { return nil }

// kit is a session on a fake host with a type of two providers, a type that
// cannot be listed and a type without a suitable provider.
type kit struct {
	t       *testing.T
	session *model.Session
	fake    *fakehost.Host
	cache   *Cache
	now     time.Time
}

func newKit(t *testing.T, first, second string) *kit {
	t.Helper()
	attrs := func() []*ral.Attribute {
		return []*ral.Attribute{
			{Name: "name", Kind: ral.Param, Namevar: true},
			standard.Ensure("Whether it is there."),
			{Name: "shell", Kind: ral.Property},
			{Name: "enable", Kind: ral.Property},
		}
	}
	provider := func(name, file string) ral.Provider {
		return ral.Provider{Name: name, New: func() any { return lines{file} }}
	}
	reg := ral.NewRegistry()
	reg.Add(ral.Type{Name: "user", Attributes: attrs(), Findings: func(inst *ral.Instance) []string {
		if inst.Get("shell").Text() == "fish" {
			return []string{"there is no fish"}
		}
		return nil
	}}, provider("files", "/first"), provider("ldap", "/second"))
	reg.Add(ral.Type{Name: "file", NotListable: "by path", Attributes: attrs()}, provider("posix", "/files"))
	none := provider("pw", "/pw")
	none.Confines = []condition.Confine{condition.FileExists("/usr/sbin/pw")}
	reg.Add(ral.Type{Name: "login", Attributes: attrs()}, none)
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	fake := fakehost.New(map[string]string{"/first": first, "/second": second})
	return &kit{t, model.NewSession(t.Context(), reg, fake.Host), fake, New(), time.Date(2027, 3, 4, 12, 0, 0, 0, time.UTC)}
}

func (k *kit) typ(name string) *ral.Type { return k.session.Env.Registry.Type(name) }

func (k *kit) put(file, text string) { k.fake.Put(file, text, 0o644) }

// run runs a reading to its end and takes all updates together.
func (k *kit) run(r *Reading) Change {
	k.t.Helper()
	if r == nil {
		k.t.Fatal("nothing is read")
	}
	var all []Update
	r.Run(r.Context(), func(u Update) { all = append(all, u) })
	k.now = k.now.Add(time.Second)
	c, ok := r.Take(all, true, k.now)
	if !ok {
		k.t.Fatal("the reading was given up")
	}
	return c
}

func (k *kit) begin(name string) *Reading {
	return k.cache.Of(k.typ(name)).Begin(k.t.Context(), k.session, k.now)
}

func (k *kit) again(name string) *Reading {
	return k.cache.Again(k.t.Context(), k.session, k.typ(name), k.now)
}

func names(entries []Entry) string {
	var list []string
	for _, e := range entries {
		list = append(list, e.Instance.Name)
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// A first reading adds instances as they come; the listing is counted once it
// is complete.
func TestFirstReading(t *testing.T) {
	k := newKit(t, "alice present fish true\nbob absent sh true\ncarol present sh\n", "dave present sh\n")
	l := k.cache.Of(k.typ("user"))
	if l.Stage != StageWaiting || l.Busy() || l.Choice != nil {
		t.Errorf("before: %+v", l)
	}
	r := k.begin("user")
	if l.Stage != StageTesting || !l.Busy() {
		t.Errorf("begun: stage %d", l.Stage)
	}
	added, stages := 0, []Stage{}
	r.Run(r.Context(), func(u Update) {
		c, ok := r.Take([]Update{u}, false, k.now)
		if added += len(c.Added); !ok || c.Listing != l || c.Replaced != (len(stages) == 0) {
			t.Errorf("%+v, %v", c, ok)
		}
		stages = append(stages, l.Stage)
		if l.SoFar() != added || !l.Busy() {
			t.Errorf("%d so far, want %d", l.SoFar(), added)
		}
	})
	if c, ok := r.Take(nil, true, k.now.Add(3*time.Second)); !ok || c.Replaced || len(c.Added) > 0 {
		t.Errorf("the end: %+v, %v", c, ok)
	}
	if stages[0] != StageReading || l.Stage != StageDone || l.Took(k.now.Add(time.Hour)) != 3*time.Second {
		t.Errorf("stages %v, then %d; took %v", stages, l.Stage, l.Took(k.now))
	}
	if names(l.Entries) != "alice bob carol dave" || added != 4 || l.Answered() != 2 || len(l.Failed()) > 0 {
		t.Errorf("%s, %d added, %d answered", names(l.Entries), added, l.Answered())
	}
	if want := []Tally{{"present", 3}, {"absent", 1}}; !slices.Equal(l.States, want) || l.Enabled != 2 || l.WithFindings != 1 {
		t.Errorf("states %v, %d enabled, %d with findings", l.States, l.Enabled, l.WithFindings)
	}
	for _, e := range l.Entries {
		if e.HasFindings() != (e.Instance.Name == "alice") || e.HasFindings() != (len(e.Findings()) == 1) {
			t.Errorf("%s: findings %q", e.Instance.Name, e.Findings())
		}
	}
	for _, s := range l.Sources {
		if !s.Done || s.Err != nil || !strings.HasPrefix(s.File, "/") || s.MoreFiles || !slices.Contains(s.Searched, s.File) {
			t.Errorf("%s: %+v", s.Provider.Name, s)
		}
	}
}

// Types that cannot be listed or have no suitable provider end with the tests.
// A name that a provider lists twice is one entry, the last one, as in a list.
func TestNamesAreCountedOnce(t *testing.T) {
	k := newKit(t, "alice present ash\nbob present sh\nalice present zsh\n", "alice present sh\n")
	l := k.cache.Of(k.typ("user"))
	for range 2 {
		k.run(k.begin("user"))
		if got := names(l.Entries); got != "alice alice bob" {
			t.Errorf("listed are %q", got)
		}
		for _, e := range l.Entries {
			if shell := e.Instance.Get("shell").Text(); shell == "ash" {
				t.Error("the first one of a name counts")
			}
		}
		k.put("/first", "alice present ash\nbob present sh\nalice present zsh\nbob present sh\n")
	}
}

func TestReadingEndsWithTheTests(t *testing.T) {
	for name, unsuitable := range map[string]bool{"file": false, "login": true} {
		k := newKit(t, "", "")
		k.run(k.begin(name))
		l := k.cache.Of(k.typ(name))
		if l.Stage != StageDone || len(l.Sources) > 0 || l.Choice == nil || l.Unsuitable() != unsuitable {
			t.Errorf("%s: %+v", name, l)
		}
	}
}

// Differences between two readings are marked and summarised, unless this
// session made them; a mark stays until it was seen.
func TestDrift(t *testing.T) {
	const before = "alice present fish\ndeploy present sh\nroot present bash\n"
	for _, test := range []struct {
		name  string
		then  string // what the second reading returns
		do    func(k *kit, l *Listing)
		sum   string // of the last reading: ~ changed, + came, - gone
		marks string
		gone  string
	}{
		{"nothing", before, nil, "", "", ""},
		{"a value", strings.Replace(before, "deploy present sh", "deploy present zsh", 1), nil, "~deploy", "deploy", ""},
		{"one came", before + "bob present sh\n", nil, "+bob", "bob", ""},
		{"one is gone", "alice present fish\ndeploy present sh\n", nil, "-root", "", "root"},
		{"two lines of one name", strings.Replace(before, "deploy present sh", "deploy present zsh\ndeploy present csh", 1), nil, "~deploy", "deploy", ""},
		{"its source fails after it brought some", "alice present fish\nFAIL\n", nil, "-deploy -root", "", "deploy root"},
		{"another line", "\n\n" + before, nil, "", "", ""},
		{
			"this session changed it", "deploy present zsh\nnew present sh\n",
			func(k *kit, l *Listing) { k.cache.Changed(); k.run(k.begin("user")) },
			"", "", "",
		},
		{
			"another reading", "deploy present zsh\n",
			func(k *kit, l *Listing) { k.run(k.begin("user")); k.run(k.begin("user")) },
			"", "deploy", "alice root",
		},
		{
			"the user asks again", "deploy present zsh\n",
			func(k *kit, l *Listing) { k.run(k.begin("user")); k.run(k.again("user")) },
			"", "", "",
		},
		{
			"it was visited", "deploy present zsh\n",
			func(k *kit, l *Listing) {
				k.run(k.begin("user"))
				l.Visit(k.cache.Find(l.Type, "", "deploy"))
				k.run(k.begin("user"))
			},
			"", "", "alice root",
		},
		{
			"it was opened", "deploy present zsh\n",
			func(k *kit, l *Listing) {
				k.run(k.begin("user"))
				if was := k.cache.Open(k.cache.Find(l.Type, "", "deploy")); was == nil || was.Get("shell").Text() != "sh" {
					k.t.Errorf("opened, it was %v", was)
				}
			},
			"~deploy -alice -root", "", "alice root",
		},
		{
			"who is gone was seen", "deploy present zsh\n",
			func(k *kit, l *Listing) { k.run(k.begin("user")); l.SeeGone() },
			"~deploy -alice -root", "deploy", "",
		},
		{
			"it drifts on", "deploy present csh\n",
			func(k *kit, l *Listing) {
				k.put("/first", "deploy present zsh\n")
				k.run(k.begin("user"))
				k.put("/first", "deploy present csh\n")
				k.run(k.begin("user"))
			},
			"~deploy", "deploy", "alice root",
		},
		{
			"it is again what it was", before,
			func(k *kit, l *Listing) {
				k.put("/first", "deploy present zsh\n")
				k.run(k.begin("user"))
				k.put("/first", before)
				k.run(k.begin("user"))
			},
			"~deploy +alice +root", "alice root", "",
		},
		{
			"its source fails and comes back", "deploy present zsh\n",
			func(k *kit, l *Listing) {
				k.run(k.begin("user"))
				k.put("/first", "FAIL\n")
				k.run(k.begin("user"))
				if len(l.Failed()) != 1 || names(l.Entries) != "carol deploy" {
					k.t.Errorf("%d failed; %s", len(l.Failed()), names(l.Entries))
				}
				k.put("/first", "deploy present zsh\n")
				k.run(k.begin("user"))
			},
			"", "deploy", "alice root",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			k := newKit(t, before, "carol present sh\n")
			k.run(k.begin("user"))
			l := k.cache.Of(k.typ("user"))
			k.put("/first", test.then)
			if test.do != nil {
				test.do(k, l)
			} else if c := k.run(k.begin("user")); c.Replaced != (test.then != before) {
				t.Errorf("the entries are others than before: %t", c.Replaced)
			}
			if got := sum(l.TakeDrift()); got != test.sum {
				t.Errorf("drift %q, want %q", got, test.sum)
			}
			if got := sum(l.TakeDrift()); got != "" {
				t.Errorf("reported again: %q", got)
			}
			var marked []Entry
			for _, e := range l.Entries {
				if was, ok := l.Was(e.Instance); ok != l.Marked(e.Instance) || ok != (was != nil) {
					t.Errorf("%s: was %v, %v", e.Instance.Name, was, ok)
				} else if ok {
					marked = append(marked, e)
				}
			}
			if got := names(marked); got != test.marks {
				t.Errorf("marked %q, want %q", got, test.marks)
			}
			slices.Sort(l.Gone)
			if got := strings.Join(l.Gone, " "); got != test.gone {
				t.Errorf("gone %q, want %q", got, test.gone)
			}
		})
	}
}

func sum(d DriftSummary) string {
	var list []string
	for _, v := range d.Changed {
		list = append(list, "~"+v.Now.Name)
	}
	for _, name := range d.Came {
		list = append(list, "+"+name)
	}
	for _, name := range d.Gone {
		list = append(list, "-"+name)
	}
	return strings.Join(list, " ")
}

// For an instance that came or went, only ensure counts as drifted.
func TestDriftedAttrs(t *testing.T) {
	typ := newKit(t, "", "").typ("user")
	at := func(ensure, shell string) *ral.Instance {
		return ral.NewInstance(typ, "x").Set("ensure", value.Sym(ensure)).Set("shell", value.Str(shell))
	}
	for _, test := range []struct {
		was, now *ral.Instance
		want     string
		same     bool
	}{
		{at("present", "sh"), at("present", "sh"), "", true},
		{at("present", "sh"), at("present", "zsh"), "shell", false},
		{ral.AbsentInstance(typ, "x"), at("present", "sh"), "ensure", false},
	} {
		var got []string
		for _, a := range DriftedAttrs(test.was, test.now) {
			got = append(got, a.Name)
		}
		if strings.Join(got, " ") != test.want || Same(test.was, test.now) != test.same {
			t.Errorf("%q drifted, want %q; same %v", got, test.want, Same(test.was, test.now))
		}
	}
}

// A listing is read when it is wanted and too old, and only once at a time.
func TestWant(t *testing.T) {
	for _, test := range []struct {
		name string
		do   func(k *kit)
		want bool
	}{
		{"it was never read", func(*kit) {}, true},
		{"it is being read", func(k *kit) { k.begin("user") }, false},
		{"it was just read", func(k *kit) { k.run(k.begin("user")) }, false},
		{"it is old", func(k *kit) { k.run(k.begin("user")); k.now = k.now.Add(MaxAge) }, true},
		{"the host was changed", func(k *kit) { k.run(k.begin("user")); k.cache.Changed() }, true},
		{"it was expired", func(k *kit) { k.run(k.begin("user")); k.cache.Expire() }, true},
	} {
		k := newKit(t, "alice present sh\n", "")
		test.do(k)
		if got := k.cache.Want(t.Context(), k.session, k.typ("user"), k.now) != nil; got != test.want {
			t.Errorf("%s: it is read %v, want %v", test.name, got, test.want)
		}
	}
}

// A reading that another one follows is cancelled: it ends, and its updates are
// ignored.
func TestReadingIsGivenUp(t *testing.T) {
	k := newKit(t, "alice present sh\n", "")
	first := k.begin("user")
	var late []Update
	first.Run(first.Context(), func(u Update) { late = append(late, u) })
	second := k.again("user")
	if first.Context().Err() == nil || second.Context().Err() != nil {
		t.Errorf("the first ends with %v, the second with %v", first.Context().Err(), second.Context().Err())
	}
	l := k.cache.Of(k.typ("user"))
	if _, ok := first.Take(late, true, k.now); ok || l.Stage != StageTesting || len(l.Entries) > 0 {
		t.Errorf("taken over: %v, stage %d, %s", ok, l.Stage, names(l.Entries))
	}
	k.run(second)
	if _, ok := second.Take(late, true, k.now); ok || second.Context().Err() == nil {
		t.Errorf("after the end: taken over %v", ok)
	}
	if names(l.Entries) != "alice" {
		t.Errorf("the second: %s", names(l.Entries))
	}
}

// An instance that was read by itself replaces its entry; existing slices do
// not change.
func TestReadOne(t *testing.T) {
	for _, test := range []struct {
		name, ensure, shell string
		drifted, busy       bool
		want                string
		marked              bool
		gone                string
		findings            int
	}{
		{"as it was", "present", "sh", false, false, "sh", false, "", 1},
		{"drifted", "present", "zsh", true, false, "zsh", true, "", 1},
		{"changed by this session", "present", "zsh", false, false, "zsh", false, "", 1},
		{"with a finding", "present", "fish", true, false, "fish", true, "", 2},
		{"gone", "absent", "", true, false, "", false, "deploy", 1},
		{"removed by this session", "absent", "", false, false, "", false, "", 1},
		{"while all are read", "present", "zsh", true, true, "sh", false, "", 1},
	} {
		k := newKit(t, "alice present fish\ndeploy present sh\n", "")
		k.run(k.begin("user"))
		l := k.cache.Of(k.typ("user"))
		held := l.Entries
		if test.busy {
			k.begin("user")
		}
		inst := ral.NewInstance(l.Type, "deploy").Set("ensure", value.Sym(test.ensure)).Set("shell", value.Sym(test.shell))
		inst.Provider = l.Type.Provider("files")
		l.Read(inst, test.drifted)
		got, marked := "", false
		if found := k.cache.Find(l.Type, "files", "deploy"); found != nil {
			got, marked = found.Get("shell").Text(), l.Marked(found)
		}
		if got != test.want || marked != test.marked || strings.Join(l.Gone, " ") != test.gone || l.WithFindings != test.findings {
			t.Errorf("%s: %q, marked %v, gone %q, %d with findings", test.name, got, marked, l.Gone, l.WithFindings)
		}
		if names(held) != "alice deploy" {
			t.Errorf("%s: the entries that are held have become %s", test.name, names(held))
		}
	}
}

// Without a provider's name, the default's instance takes precedence.
func TestFind(t *testing.T) {
	k := newKit(t, "rake present sh\nonly present sh\n", "rake present zsh\nldap present zsh\n")
	k.run(k.begin("user"))
	l := k.cache.Of(k.typ("user"))
	for _, test := range []struct{ provider, name, want string }{
		{"files", "rake", "files"},
		{"ldap", "rake", "ldap"},
		{"", "rake", l.Choice.Election.Winner.Name},
		{"", "only", "files"},
		{"", "ldap", "ldap"},
		{"files", "ldap", ""},
		{"", "nobody", ""},
	} {
		got := ""
		if inst := k.cache.Find(l.Type, test.provider, test.name); inst != nil {
			got = inst.Provider.Name
		}
		if got != test.want {
			t.Errorf("%s of %q: found at %q, want %q", test.name, test.provider, got, test.want)
		}
	}
}

// Known reports whether all instances are known, or that there is no provider.
func TestKnown(t *testing.T) {
	for _, test := range []struct {
		name, typ, second string
		unread            bool
		n                 int
		all, none         bool
	}{
		{"not read", "user", "", true, 0, false, false},
		{"all", "user", "bob present sh\n", false, 2, true, false},
		{"one failed", "user", "FAIL\n", false, 1, false, false},
		{"no provider", "login", "", false, 0, false, true},
	} {
		k := newKit(t, "alice present sh\n", test.second)
		if !test.unread {
			k.run(k.begin(test.typ))
		}
		if got := k.cache.Known(k.typ(test.typ)); len(got.Found) != test.n || got.All != test.all || got.NoProvider != test.none {
			t.Errorf("%s: %d known, all %v, no provider %v", test.name, len(got.Found), got.All, got.NoProvider)
		}
	}
}

// For a type that cannot be listed, the last reading of each instance is known
// until the host is changed.
func TestSee(t *testing.T) {
	k := newKit(t, "", "")
	typ := k.typ("file")
	for _, seen := range []string{"/a 1", "/b 1", "/a 2"} {
		name, shell, _ := strings.Cut(seen, " ")
		k.cache.See(ral.NewInstance(typ, name).Set("shell", value.Str(shell)))
	}
	known := k.cache.Known(typ)
	k.cache.See(ral.NewInstance(typ, "/c"))
	if len(known.Found) != 2 || known.Found[1].Name != "/a" || known.Found[1].Get("shell").Text() != "2" || known.All {
		t.Errorf("known: %+v", known)
	}
	if k.cache.Changed(); len(k.cache.Known(typ).Found) > 0 {
		t.Error("it is known still after a change")
	}
}

// The file of a source is that of its instances, without the line.
func TestFileOfASource(t *testing.T) {
	for _, test := range []struct {
		from, file string
		more       bool
	}{
		{"/var/lib/dpkg/status:12 /var/lib/dpkg/status:40", "/var/lib/dpkg/status", false},
		{"/etc/a:1 /etc/b:2", "/etc/a", true},
		{"/srv/x:y", "/srv/x:y", false},
		{"", "", false},
		{"gem", "", false},
	} {
		s := &Source{}
		for from := range strings.FieldsSeq(test.from) {
			s.from(from)
		}
		if s.File != test.file || s.MoreFiles != test.more {
			t.Errorf("%s: %q, more %v", test.from, s.File, s.MoreFiles)
		}
	}
}
