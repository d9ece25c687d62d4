package modules_test

import (
	"strings"
	"testing"

	"ralsh/ral/host/fakehost"
	"ralsh/ral/modules"
)

// The folders of lenses are in the order of the modulepath, then comes that of
// pluginsync; one without a lens that counts is none.
func TestLensDirs(t *testing.T) {
	files := tree{
		"b/lib/augeas/lenses/b.aug":             "",
		"a/lib/augeas/lenses/a.aug":             "",
		"a/lib/augeas/lenses/tests/test_a.aug":  "",
		"c/lib/augeas/lenses/b.aug":             "", // that of b comes first
		"d/lib/augeas/lenses/README":            "",
		"e/lib/augeas/lenses/.hidden.aug":       "",
		"f/files/augeas/lenses/f.aug":           "",
		"/synced/lib/augeas/lenses/s.aug":       "",
		"/synced/lib/augeas/lenses/a.aug":       "",
		"/other/a/lib/augeas/lenses/second.aug": "",
	}
	e := modules.Load(t.Context(), files.fake().Reader(), modules.Options{Path: []string{"/etc/modules", "/other"}, Synced: "/synced", Base: builtin(t)})
	want := "/etc/modules/a/lib/augeas/lenses /etc/modules/b/lib/augeas/lenses /other/a/lib/augeas/lenses /synced/lib/augeas/lenses"
	if got := strings.Join(e.LensDirs(), " "); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if got := states(e); strings.Contains(got, "test_a") || !strings.Contains(got, "c/lib/augeas/lenses/b.aug: Augeas lens b shadowed: by b/lib/augeas/lenses/b.aug\n") {
		t.Error(got)
	}
}

// Root gives Augeas no folder with a file that others may write, or that is
// elsewhere: Augeas takes what is in it.
func TestLensesThatRootRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*fakehost.Host)
		want   string
	}{
		"a file of others": {
			func(f *fakehost.Host) { f.Put("/etc/modules/m/lib/augeas/lenses/a.aug", "", 0o666) },
			"m/lib/augeas/lenses/a.aug: Augeas lens a failed: m/lib/augeas/lenses/a.aug:1:1: not loaded: a user other than root may write it (mode 0666), and it would run as root\n" +
				"m/lib/augeas/lenses/b.aug: Augeas lens b failed: m/lib/augeas/lenses/b.aug:1:1: not loaded: a.aug in the same directory was rejected\n",
		},
		"a link": {
			func(f *fakehost.Host) { f.Link("/etc/modules/m/lib/augeas/lenses/a.aug", "/tmp/a.aug") },
			"m/lib/augeas/lenses/a.aug: Augeas lens a failed: m/lib/augeas/lenses/a.aug:1:1: the plugin is a link: it must be a regular file of the module\n" +
				"m/lib/augeas/lenses/b.aug: Augeas lens b failed: m/lib/augeas/lenses/b.aug:1:1: not loaded: a.aug in the same directory was rejected\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			fake := tree{"m/lib/augeas/lenses/b.aug": ""}.fake()
			c.change(fake)
			e := modules.Load(t.Context(), fake.Reader(), modules.Options{Path: []string{"/etc/modules"}, Base: builtin(t)})
			if got := states(e); got != c.want || len(e.LensDirs()) > 0 {
				t.Errorf("%v\ngot\n%s\nwant\n%s", e.LensDirs(), got, c.want)
			}
		})
	}
}
