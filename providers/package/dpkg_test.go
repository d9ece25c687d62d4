package pkg

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/providers/package/dpkgdb"
	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
)

func listed(t *testing.T, h here) map[string]string {
	t.Helper()
	got := map[string]string{}
	h.env.List(t.Context(), h.env.Registry.Type("package"), func(ev onhost.ListEvent) {
		for _, inst := range ev.Found {
			got[inst.Name] = fmt.Sprintf("%s %s %s %s", inst.Get("ensure"), inst.Get("mark"), inst.Get("status"), inst.From)
		}
		if ev.Err != nil {
			t.Errorf("%s: %v", ev.Provider.Name, ev.Err)
		}
	})
	return got
}

func TestList(t *testing.T) {
	foreign := "\nPackage: libc6\nStatus: install ok installed\nArchitecture: amd64\nVersion: 2.36\n" +
		"\nPackage: libc6\nStatus: install ok installed\nArchitecture: i386\nVersion: 2.35\n" +
		"\nPackage: never\nStatus: unknown ok not-installed\nArchitecture: amd64\n"
	cases := map[string]struct {
		files map[string]string
		want  map[string]string
	}{
		"plain": {nil, map[string]string{
			"bash":               "5.2.15-2+b2 none ii /var/lib/dpkg/status:1",
			"exim4-daemon-light": "4.96-15 none ii /var/lib/dpkg/status:10",
			"held":               "1:2.0-1 hold hi /var/lib/dpkg/status:16",
			"left":               "absent none rc /var/lib/dpkg/status:21",
		}},
		"two architectures": {
			map[string]string{dpkgdb.StatusFile: foreign, dpkgdb.ArchFile: "amd64\ni386\n"},
			map[string]string{
				"libc6":      "2.36 none ii /var/lib/dpkg/status:2",
				"libc6:i386": "2.35 none ii /var/lib/dpkg/status:7",
			},
		},
		"dpkg was killed": {
			map[string]string{
				dpkgdb.StatusFile:            "Package: a\nStatus: install ok installed\nVersion: 1\nArchitecture: all\n",
				dpkgdb.UpdateDir + "/0000":   "Package: a\nStatus: install ok half-configured\nVersion: 2\nArchitecture: all\n",
				dpkgdb.UpdateDir + "/0001":   "Package: b\nStatus: install reinstreq half-installed\nVersion: 1\nArchitecture: all\n",
				dpkgdb.UpdateDir + "/tmp.i":  "Package: c\nStatus: install ok installed\nVersion: 3\n",
				dpkgdb.UpdateDir + "/notes~": "not of dpkg",
			},
			map[string]string{
				"a": "absent none iF /var/lib/dpkg/updates/0000:1",
				"b": "absent none iHR /var/lib/dpkg/updates/0001:1",
			},
		},
		"malformed": {
			map[string]string{dpkgdb.StatusFile: "\n\nVersion: 1\n\nPackage:\nStatus: install ok installed\n\n:\nPackage\n\nPackage: x\nStatus: what\n\nPackage: ok\r\nStatus: install ok installed\r\nVersion: 1\r\n"},
			map[string]string{"ok": "1 none ii /var/lib/dpkg/status:14"},
		},
		"empty": {map[string]string{dpkgdb.StatusFile: ""}, map[string]string{}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got := listed(t, on(t, debian(c.files, nil), debianFacts))
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestListWithoutStatusFile(t *testing.T) {
	f := fakehost.New(nil)
	f.Command(dpkgTool, "/usr/bin/dpkg-deb", "/usr/bin/dpkg-query")
	if got := listed(t, on(t, f, nil)); len(got) != 0 {
		t.Errorf("%v", got)
	}
}

func TestForbiddenStatusFile(t *testing.T) {
	f := debian(nil, nil, fakehost.WithUID(1000))
	f.Deny(dpkgdb.StatusFile)
	h := on(t, f, debianFacts)
	_, r := h.resource("dpkg", "bash")
	if got := r.Is("ensure"); !got.IsUnknown() || got.Reason() != "cannot read /var/lib/dpkg/status: permission denied" {
		t.Errorf("ensure is %s", got)
	}
	h.env.List(t.Context(), r.Type, func(ev onhost.ListEvent) {
		if ev.Done && !errors.Is(ev.Err, fs.ErrPermission) {
			t.Errorf("list: %v", ev.Err)
		}
	})
}

func TestDpkgChanges(t *testing.T) {
	cases := []struct {
		name  string
		attrs []string
		attr  string
		want  []string
		after string
	}{
		{"fromfile", []string{"source", "/srv/a.deb"}, "ensure", []string{"/usr/bin/dpkg --force-confold -i /srv/a.deb"}, "2.0 none"},
		{
			"fromfile",
			[]string{"source", "/srv/a.deb", "configfiles", "replace", "mark", "hold"},
			"ensure",
			[]string{"/usr/bin/dpkg --force-confnew -i /srv/a.deb", "/usr/bin/dpkg --set-selections < fromfile hold"},
			"2.0 hold",
		},
		{"bash", []string{"ensure", "absent"}, "ensure", []string{"/usr/bin/dpkg -r bash"}, "absent none"},
		{"left", []string{"ensure", "purged"}, "ensure", []string{"/usr/bin/dpkg -P left"}, "purged none"},
		{"held", []string{"ensure", "absent"}, "ensure", []string{"/usr/bin/dpkg --force-hold -r held"}, "absent none"},
		{"bash", []string{"mark", "hold"}, "mark", []string{"/usr/bin/dpkg --set-selections < bash hold"}, "5.2.15-2+b2 hold"},
		{"bash", []string{"ensure", "held"}, "ensure", []string{"/usr/bin/dpkg --set-selections < bash hold"}, "5.2.15-2+b2 hold"},
		{"held", []string{"mark", "none"}, "mark", []string{"/usr/bin/dpkg --set-selections < held install"}, "1:2.0-1 none"},
	}
	for _, c := range cases {
		t.Run(c.name+" "+strings.Join(c.attrs, " "), func(t *testing.T) {
			h := on(t, debian(nil, nil), debianFacts)
			run, r := h.resource("dpkg", c.name, c.attrs...)
			if err := h.set(run, r, c.attr); err != nil {
				t.Fatal(err)
			}
			var ran []string
			for _, cmd := range h.f.Ran() {
				line := cmd.String()
				if cmd.Stdin != nil {
					line += " < " + strings.TrimSpace(string(cmd.Stdin))
				}
				ran = append(ran, line)
			}
			if diff := cmp.Diff(c.want, ran); diff != "" {
				t.Error(diff)
			}
			_, r = h.resource("dpkg", c.name)
			if got := r.Is("ensure").Text() + " " + r.Is("mark").Text(); got != c.after {
				t.Errorf("after: %s, want %s", got, c.after)
			}
		})
	}
}

func TestDpkgNeedsASource(t *testing.T) {
	for source, want := range map[string]string{
		"": "dpkg has no repositories: set source to the path of a package file", "-i": "source must be a fully qualified path",
	} {
		h := on(t, debian(nil, nil), debianFacts)
		run, r := h.resource("dpkg", "x", "source", source)
		if err := h.set(run, r, "ensure"); err == nil || err.Error() != want {
			t.Errorf("source %q: %v", source, err)
		}
		if ran := h.f.Ran(); len(ran) > 0 {
			t.Errorf("ran %v", ran)
		}
	}
}

func TestDpkgLatest(t *testing.T) {
	h := on(t, debian(map[string]string{dpkgdb.StatusFile: "Package: x\nStatus: install ok installed\nVersion: 1.0\n"}, nil), debianFacts)
	run, r := h.resource("dpkg", "x", "ensure", "latest", "source", "/srv/x.deb")
	in, known, err := run.Ops(r.Provider).InSync(t.Context(), run.Reader(r.Provider), r, "ensure", r.Is("ensure"), r.Get("ensure"))
	if in || !known || err != nil {
		t.Errorf("%v %v %v", in, known, err)
	}
}

// A truncated status file is reported with the package of the truncated paragraph,
// whose current state is unknown.
func TestStatusCutOff(t *testing.T) {
	reg := ral.NewRegistry()
	Register(reg)
	env := onhost.NewEnv(reg, fakehost.New(map[string]string{dpkgdb.StatusFile: "Package: a\nStatus: install ok installed\nArchitecture: all\nVersion: 1\n\nPackage: b\nStatus: install ok installed\nAr"}).Reader(), debianFacts)
	text := ""
	got := map[string]string{}
	env.ListBy(t.Context(), env.Registry.Type("package").Provider("dpkg"), func(ev onhost.ListEvent) {
		if ev.Err != nil {
			text = ev.Err.Error()
		}
		for _, inst := range ev.Found {
			got[inst.Name] = inst.Get("ensure").Text()
		}
	})
	want := map[string]string{"a": "1", "b": "unknown: its entry in /var/lib/dpkg/status is truncated: it has no version"}
	if diff := cmp.Diff(want, got); diff != "" || text != "/var/lib/dpkg/status:6: the entry of b is truncated: it has no version" {
		t.Errorf("%q\n%s", text, diff)
	}
}

// BenchmarkList reads a status file of 2,000 packages and 1.1 MB.
func BenchmarkList(b *testing.B) {
	var text strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&text, "Package: package-%d\nStatus: install ok installed\nPriority: optional\nSection: libs\n"+
			"Installed-Size: 1234\nMaintainer: Somebody <somebody@example.org>\nArchitecture: amd64\nVersion: 1.%d-1\n"+
			"Depends: %s\nDescription: one of many\n%s\n", i, i, strings.Repeat("libc6 (>= 2.34), ", 8), strings.Repeat(" A line of text.\n", 12))
	}
	fake := debian(map[string]string{dpkgdb.StatusFile: text.String()}, nil)
	reg := ral.NewRegistry()
	Register(reg)
	env := onhost.NewEnv(reg, fake.Reader(), debianFacts)
	ty := reg.Type("package")
	b.ReportAllocs()
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		n := 0
		env.List(context.Background(), ty, func(ev onhost.ListEvent) { n += len(ev.Found) })
		if n != 2000 {
			b.Fatal(n)
		}
	}
}
