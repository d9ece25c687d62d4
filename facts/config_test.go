package facts

import (
	"context"
	"strings"
	"testing"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/ownfiles"
)

const conf = "/etc/facter/facter.conf"

func TestConfiguration(t *testing.T) {
	fake := fakehost.New(map[string]string{
		conf: `facts : { blocklist : [ "mine", "os.distro", "blocked.txt", "load_average" ] }
fact-groups : { mine : [ "kernel", "kernelversion" ] }
global : { external-dir : [ "/one", "/two" ], custom-dir : "/ruby", force-dot-resolution : true }`,
		"/one/a.txt": "a=1\nd.e=nested\nd.f.g=deep\n", "/one/blocked.txt": "b=1\n", "/two/c.txt": "a=2\nc=2\nos.extra=more\n",
		"/etc/os-release": "ID=debian\nNAME=Debian\nVERSION_ID=\"12\"\n", "/proc/loadavg": "1 2 3 1/2 3\n", factsD + "no.txt": "no=1\n",
	})
	f := With(fake.Reader(), Options{})
	check(t, f, "a 1\nb \nc 2\nno \nkernelrelease 6.1.0-fake\nos.name Debian\n")
	for _, name := range []string{"kernel", "kernelversion", "load_averages", "os.distro.id"} {
		if got, err := f.Fact(t.Context(), name); !got.IsNil() || err == nil || err.Error() != name+" has no value: blocked by "+conf {
			t.Errorf("%s is %s, %v", name, got.Inspect(), err)
		}
	}
	check(t, f, "d.e nested\nd.f.g deep\nd {\"e\"=>\"nested\", \"f\"=>{\"g\"=>\"deep\"}}\nos.extra more\n")
	if got := TextOf(f.Tree(t.Context())); !strings.Contains(got, "d => {\n    e => \"nested\"") || strings.Contains(got, "d.e") {
		t.Errorf("the tree:\n%s", got)
	}
	var notes []string
	for _, s := range f.Sources(t.Context()) {
		notes = append(notes, s.Notes...)
	}
	if got := strings.Join(notes, "; "); got != "skipped: ralsh does not read Ruby facts of custom-dir; skipped: blocked by "+conf {
		t.Errorf("notes: %s", got)
	}
	tried := f.Get(t.Context(), "kernel").Tried
	if len(tried) != 1 || tried[0].Why != "blocked by "+conf {
		t.Errorf("kernel: %+v", tried)
	}
}

// Facter reads each name of the block list as a regular expression, of a fact or
// of a leaf with what is below it.
func TestBlockPatterns(t *testing.T) {
	fake := fakehost.New(map[string]string{
		conf:              `facts : { blocklist : [ "os.(name|distro)", "kernel.+", "^load", "odd+.txt" ] }`,
		"/etc/os-release": "ID=debian\nNAME=Debian\nVERSION_ID=\"12\"\n", "/proc/loadavg": "1 2 3 1/2 3\n",
		factsD + "odd+.txt": "odd=1\n", factsD + "oddd.txt": "even=1\n",
	})
	f := With(fake.Reader(), Options{})
	check(t, f, "kernel Linux\nload_averages.1m 1.0\nos.family Debian\nodd \neven \n")
	for _, name := range []string{"kernelrelease", "os.name", "os.distro.id"} {
		if got, err := f.Fact(t.Context(), name); !got.IsNil() || err == nil || err.Error() != name+" has no value: blocked by "+conf {
			t.Errorf("%s is %s, %v", name, got.Inspect(), err)
		}
	}
	if trouble := f.Trouble(t.Context()); len(trouble) > 0 {
		t.Errorf("trouble: %v", trouble)
	}
	open := With(fake.Reader(), Options{NoBlock: true})
	check(t, open, "os.name Debian\nodd 1\n")
}

// An unreadable configuration gives one diagnostic and affects no fact; so does
// an invalid setting.
func TestBadConfiguration(t *testing.T) {
	for text, want := range map[string]string{
		"facts : {":                       conf + ": no setting is used: line 1: a } is missing",
		"global : { show-legacy : maybe}": conf + `: setting ignored: global.show-legacy must be true or false, not "maybe"`,
		"facts.ttls : [ { memory : soon } ]": conf + `: setting ignored: facts.ttls: memory: "soon" is not a duration: write a number and ns, us, ms, seconds, ` +
			"minutes, hours or days (example: 30 minutes)",
		`facts.blocklist : [ "mem(ory" ]`: conf + ": setting ignored: facts.blocklist: invalid pattern \"mem(ory\": missing closing )",
		`global : { no-external-facts : false, external-dir : "/etc/facter/facts.d", no-custom-facts : true, custom-dir : "/x" }`: conf +
			": setting ignored: global.custom-dir: global.no-custom-facts excludes it",
		"facts : [ memory ]":           conf + ": setting ignored: facts must be a group of settings, { NAME : VALUE }",
		"facts.ttls : [ memory ]":      conf + `: setting ignored: facts.ttls must be a list of { NAME : TIME }, not "memory"`,
		strings.Repeat("#", maxConf+1): conf + ": no setting is used: the file is too long (1048577 bytes, at most 1048576)",
	} {
		fake := fakehost.New(map[string]string{conf: text, factsD + "a.txt": "a=1\n"})
		f := With(fake.Reader(), Options{})
		check(t, f, "a 1\nkernel Linux\n")
		if trouble := f.Trouble(t.Context()); len(trouble) != 1 || trouble[0].Error() != want {
			t.Errorf("%.40q: %v, want %s", text, trouble, want)
		}
	}
}

// The contradictions are those that Facter refuses.
func TestContradiction(t *testing.T) {
	for _, c := range []struct {
		global string
		opt    Options
		want   string
	}{
		{`no-external-facts : true, external-dir : "/x"`, Options{}, "global.external-dir: global.no-external-facts excludes it"},
		{`no-external-facts : true, external-dir : "/x"`, Options{NoExternal: true}, "global.external-dir: global.no-external-facts excludes it"},
		{`no-external-facts : true, external-dir : []`, Options{}, ""},
		{`no-external-facts : false, external-dir : "/x"`, Options{}, ""},
		{`no-custom-facts : true, custom-dir : "/x"`, Options{}, "global.custom-dir: global.no-custom-facts excludes it"},
		{`no-ruby : true, custom-dir : "/x"`, Options{}, "global.custom-dir: global.no-ruby excludes it"},
		{`no-ruby : true, external-dir : "/x"`, Options{}, ""},
		{`external-dir : "/x"`, Options{NoExternal: true}, "global.external-dir: --no-external-facts excludes it"},
		{`custom-dir : "/x"`, Options{NoCustom: true}, "global.custom-dir: --no-custom-facts excludes it"},
		{`no-external-facts : true`, Options{ExternalDirs: []string{"/x"}}, "global.no-external-facts excludes --external-dir"},
		{`no-external-facts : true`, Options{NoExternal: true}, ""},
		{`external-dir : "/y"`, Options{ExternalDirs: []string{"/x"}}, ""},
	} {
		fake := fakehost.New(map[string]string{conf: "global : { " + c.global + " }"})
		got := ""
		if err := With(fake.Reader(), c.opt).Contradiction(t.Context()); err != nil {
			got = strings.TrimPrefix(err.Error(), conf+": ")
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.global, got, c.want)
		}
	}
	if err := New(fakehost.New(nil).Reader()).Contradiction(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestNoExternalNoCustom(t *testing.T) {
	fake := fakehost.New(map[string]string{conf: "global { no-external-facts : true\nno-custom-facts : true }", factsD + "a.txt": "a=1\n"})
	f := custom(t, fake.Reader(), Definition{Fact: "c", Code: text("x")})
	check(t, f, "a \nc \nkernel Linux\n")
}

func TestDuration(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"30 days": 720 * time.Hour, "1 day": 24 * time.Hour, "5": 5 * time.Millisecond, "2 h": 2 * time.Hour, "3 minute": 3 * time.Minute,
		"9 us": 9 * time.Microsecond, "999999999999 days": 876000 * time.Hour,
	} {
		if got, err := duration(text); err != nil || got != want {
			t.Errorf("%s is %s, %v", text, got, err)
		}
	}
}

// The cache stores a file's own facts, not those that won; it expires.
func TestCache(t *testing.T) {
	fake := fakehost.New(map[string]string{
		conf:             "facts : { ttls : [ { \"b.sh\" : 1 hour }, { memory : 2 hours }, { \"processor\" : 2 hours } ] }",
		factsD + "c.txt": "both=winner\n", "/proc/meminfo": "MemTotal: 1000 kB\nMemFree: 10 kB\nMemAvailable: 100 kB\n",
	})
	count := 0
	fake.Put(factsD+"b.sh", "", 0o755)
	fake.Handle("b.sh", func(context.Context, *fakehost.Host, host.Command) host.Result {
		count++
		return says("both: loser\nf: 2.0\nlist: [1, a, {x: null}]\n")
	})
	state, err := ownfiles.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	look := func() *Facts { return With(fake.Reader(), Options{State: state}) }
	want := "f 2.0\nlist [1, \"a\", {\"x\"=>nil}]\nboth winner\nmemory.system.total_bytes 1024000\n"
	f := look()
	check(t, f, want)
	f.All(t.Context())
	fake.Put("/proc/meminfo", "MemTotal: 2000 kB\nMemFree: 10 kB\nMemAvailable: 100 kB\n", 0o644)
	fake.Put(factsD+"c.txt", "", 0o644)
	check(t, look(), strings.Replace(want, "winner", "loser", 1))
	if count != 1 {
		t.Errorf("it ran %d times", count)
	}
	if leaf := leafOf(t, look().Get(t.Context(), "f"), "f"); !strings.HasPrefix(leaf.Note, "cached since ") {
		t.Errorf("its note is %q", leaf.Note)
	}
	fake.SetNow(fake.Reader().Now().Add(3 * time.Hour))
	check(t, look(), "f 2.0\nmemory.system.total_bytes 2048000\n")
	if count != 2 {
		t.Errorf("it ran %d times", count)
	}
	if err := state.WriteAtomic(cacheFile, []byte("{broken")); err != nil {
		t.Fatal(err)
	}
	f = look()
	check(t, f, "f 2.0\nmemory.system.total_bytes 2048000\n")
	if trouble := f.Trouble(t.Context()); len(trouble) != 1 || !strings.Contains(trouble[0].Error(), "ralsh starts a new cache") {
		t.Errorf("trouble: %v", trouble)
	}
}

// An unreadable cache is replaced, even if nothing has a ttl, so that it is
// reported once.
func TestBrokenCacheIsToldOnce(t *testing.T) {
	for _, text := range []string{"{broken", "null", "[]"} {
		state, err := ownfiles.Open(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		if err := state.WriteAtomic(cacheFile, []byte(text)); err != nil {
			t.Fatal(err)
		}
		fake := fakehost.New(nil)
		With(fake.Reader(), Options{State: state}).All(t.Context())
		f := With(fake.Reader(), Options{State: state})
		f.All(t.Context())
		if trouble := f.Trouble(t.Context()); len(trouble) > 0 {
			t.Errorf("%s: the second time: %v", text, trouble)
		}
	}
}
