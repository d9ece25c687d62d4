package mount

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/transaction"
)

func envOf(t *testing.T, h host.Host) *onhost.Env {
	t.Helper()
	return raltest.Env(t, Register, h.Reader(), nil)
}

func decl(title string, attrs ...ral.Attr) ral.Decl {
	return ral.Decl{Type: "mount", Title: title, Attrs: attrs}
}

func ran(fake *fakehost.Host) []string {
	var list []string
	for _, cmd := range fake.Ran() {
		list = append(list, cmd.String())
	}
	return list
}

// The commands and the file for a change from each state to each.
func TestWays(t *testing.T) {
	const there, line = "tmpfs /m tmpfs size=1m 0 0\n", "tmpfs\t/m\ttmpfs\tdefaults\t0\t0\n"
	full := []ral.Attr{raltest.A("device", "tmpfs"), raltest.A("fstype", "tmpfs")}
	for name, c := range map[string]struct {
		fstab   string
		mounted bool
		attrs   []ral.Attr
		ran     []string
		after   string
	}{
		"absent to defined":       {"", false, append(full, raltest.A("ensure", "defined")), nil, line},
		"absent to mounted":       {"", false, append(full, raltest.A("ensure", "mounted")), []string{"mount /m"}, line},
		"absent to unmounted":     {"", false, append(full, raltest.A("ensure", "unmounted")), nil, line},
		"ghost to defined":        {"", true, append(full, raltest.A("ensure", "present")), nil, line},
		"ghost to mounted":        {"", true, append(full, raltest.A("ensure", "mounted")), nil, line},
		"ghost to unmounted":      {"", true, append(full, raltest.A("ensure", "unmounted")), []string{"umount /m"}, line},
		"ghost to absent":         {"", true, []ral.Attr{raltest.A("ensure", "absent")}, []string{"umount /m"}, ""},
		"unmounted to mounted":    {there, false, []ral.Attr{raltest.A("ensure", "mounted")}, []string{"mount /m"}, there},
		"unmounted to absent":     {there, false, []ral.Attr{raltest.A("ensure", "absent")}, nil, ""},
		"mounted to unmounted":    {there, true, []ral.Attr{raltest.A("ensure", "unmounted")}, []string{"umount /m"}, there},
		"mounted to absent":       {there, true, []ral.Attr{raltest.A("ensure", "absent")}, []string{"umount /m"}, ""},
		"mounted with an option":  {there, true, []ral.Attr{raltest.A("options", "ro")}, []string{"mount -o remount /m"}, "tmpfs\t/m\ttmpfs\tro\t0\t0\n"},
		"mounted, by hand":        {there, true, []ral.Attr{raltest.A("options", "ro"), raltest.A("remounts", "false")}, []string{"umount /m", "mount /m"}, "tmpfs\t/m\ttmpfs\tro\t0\t0\n"},
		"mounted, and its option": {there, false, []ral.Attr{raltest.A("ensure", "mounted"), raltest.A("options", "ro")}, []string{"mount /m"}, "tmpfs\t/m\ttmpfs\tro\t0\t0\n"},
		"unmounted, its option":   {there, true, []ral.Attr{raltest.A("ensure", "unmounted"), raltest.A("options", "ro")}, []string{"umount /m"}, "tmpfs\t/m\ttmpfs\tro\t0\t0\n"},
		"pass without dump":       {"tmpfs /m tmpfs size=1m\n", false, []ral.Attr{raltest.A("pass", "2")}, nil, "tmpfs\t/m\ttmpfs\tsize=1m\t0\t2\n"},
		"swap is not remounted":   {"/dev/b none swap sw 0 0\n", false, nil, nil, "/dev/b none swap sw 0 0\n"},
	} {
		t.Run(name, func(t *testing.T) {
			fake := mountHost(c.fstab, "/")
			if c.mounted {
				fake = mountHost(c.fstab, "/", "/m")
			}
			plan, err := transaction.NewPlan(t.Context(), envOf(t, fake.Host), []ral.Decl{decl("/m/", c.attrs...)})
			if err != nil {
				t.Fatal(err)
			}
			if got := ran(fake); got != nil {
				t.Errorf("the plan ran %q", got)
			}
			rep, err := plan.Apply(t.Context(), fake.Writer(), transaction.Options{})
			if err != nil || !rep.OK() {
				t.Fatal(err, rep.Steps[0].Status, rep.Steps[0].Err, rep.Steps[0].Changes)
			}
			if diff := cmp.Diff(c.ran, ran(fake)); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(c.after, fake.Content(fstab)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A failed mount leaves the entry and returns the reason.
func TestMountFails(t *testing.T) {
	fake := mountHost("")
	fake.Handle("mount", func(context.Context, *fakehost.Host, host.Command) host.Result {
		return host.Result{Exit: 32, Stderr: []byte("mount: /m: mount point does not exist.\n")}
	})
	rep, err := transaction.Run(t.Context(), envOf(t, fake.Host), []ral.Decl{
		decl("/m", raltest.A("ensure", "mounted"), raltest.A("device", "tmpfs"), raltest.A("fstype", "tmpfs")),
	}, fake.Writer(), transaction.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if s := rep.Steps[0]; s.Err == nil || !strings.Contains(s.Err.Error(), "mount point does not exist") {
		t.Errorf("%s: %v", s.Status, s.Err)
	}
}

// Below another root nothing is mounted, and the plan reports that.
// An entry without dump and pass gets none, and no blanks in their place.
func TestShortEntries(t *testing.T) {
	for before, want := range map[string]string{
		"/dev/a /a ext4 defaults\n":     "/dev/a\t/a\text4\tnoatime\n",
		"/dev/a /a ext4 defaults 0\n":   "/dev/a\t/a\text4\tnoatime\t0\n",
		"/dev/a /a ext4 defaults 0 0\n": "/dev/a\t/a\text4\tnoatime\t0\t0\n",
	} {
		fake := mountHost(before, "/")
		decls := []ral.Decl{decl("/a", raltest.A("options", "noatime"))}
		if _, err := transaction.Run(t.Context(), envOf(t, fake.Host), decls, fake.Writer(), transaction.Options{}); err != nil {
			t.Fatal(err)
		}
		if got := fake.Content(fstab); got != want {
			t.Errorf("%q becomes %q, want %q", before, got, want)
		}
	}
}

func TestBelowARoot(t *testing.T) {
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, "etc"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, fstab), []byte("tmpfs / tmpfs\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	h := raltest.Below(t, root)
	plan, err := transaction.NewPlan(t.Context(), envOf(t, h), []ral.Decl{decl("/", raltest.A("ensure", "mounted"))})
	if err != nil {
		t.Fatal(err)
	}
	s := plan.Steps[0]
	want := "cannot mount below " + root + ": with --root, ralsh manages only /etc/fstab (use ensure => defined)"
	if s.Status != transaction.Blocked || s.Changes[0].Err == nil || s.Changes[0].Err.Error() != want {
		t.Errorf("%s: %+v", s.Status, s.Changes)
	}
}

// Findings of a file are reported, and the file stays unchanged.
func TestDamagedFile(t *testing.T) {
	const text = "\xff odd\n/dev/a /five ext4 defaults 0\n/dev/b /twice ext4\n/dev/c /twice/ ext4\n/dev/d /seven ext4 defaults 0 0 0\nalone\n/dev/e /last ext4"
	fake := mountHost(text, "/")
	env := envOf(t, fake.Host)
	got, damage := map[string]string{}, ""
	env.List(t.Context(), env.Registry.Type("mount"), func(ev onhost.ListEvent) {
		if ev.Err != nil {
			damage = ev.Err.Error()
		}
		for _, inst := range ev.Found {
			got[inst.Name] += strings.Join(inst.Findings(), "; ")
		}
	})
	twice := "lines 3 and 4 of /etc/fstab are /twice; the last line counts"
	want := map[string]string{
		"odd": "", "/five": "", "/twice": twice + twice,
		"/seven": "/etc/fstab:5 has more than six fields", "/last": "", "/": "tmpfs (tmpfs) is mounted but not in /etc/fstab",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	const wrong = "/etc/fstab:1 lacks the file system type; /etc/fstab:3 lacks the options; /etc/fstab:4 lacks the options; and 2 more lines"
	if damage != wrong {
		t.Errorf("the listing says %q", damage)
	}
	rep, err := transaction.Run(t.Context(), env, []ral.Decl{decl("/bad", raltest.A("ensure", "defined"), raltest.A("device", "x"))},
		fake.Writer(), transaction.Options{})
	if err != nil || rep.Steps[0].Err == nil || !strings.Contains(rep.Steps[0].Err.Error(), "Field 'fstype' is required") {
		t.Errorf("%v, %v", err, rep.Steps[0].Err)
	}
	if fake.Content(fstab) != text {
		t.Errorf("the file became %q", fake.Content(fstab))
	}
}

// Mounts of the kernel, of containers and of the system itself are no findings.
func TestOrdinaryMounts(t *testing.T) {
	fake := mountHost("")
	fake.Put(mountInfo, `22 1 0:21 / /proc rw - proc proc rw
23 1 0:22 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw
24 1 0:23 / /run/user/1000 rw - tmpfs tmpfs rw
25 1 0:24 / /dev rw - devtmpfs udev rw
26 1 0:25 / /tmp rw - tmpfs tmpfs rw
27 1 0:26 / /dev/shm rw - tmpfs tmpfs rw
28 1 0:27 / /run/user/1000/doc rw - fuse.portal portal rw
30 1 254:0 / / rw - ext4 /dev/vda rw
31 1 0:29 / /srv/fast rw - tmpfs tmpfs rw
32 1 0:30 / /srv/nfs rw - nfs4 files:/export rw
33 1 8:1 / /run/media/stick rw - vfat /dev/sdb1 rw
`, 0o444)
	env := envOf(t, fake.Host)
	var odd []string
	env.List(t.Context(), env.Registry.Type("mount"), func(ev onhost.ListEvent) {
		for _, inst := range ev.Found {
			if len(inst.Findings()) > 0 {
				odd = append(odd, inst.Name)
			}
		}
	})
	if d := cmp.Diff([]string{"/", "/srv/fast", "/srv/nfs", "/run/media/stick"}, odd); d != "" {
		t.Error(d)
	}
}

func TestValidation(t *testing.T) {
	env := envOf(t, mountHost("").Host)
	for _, c := range []struct{ attr, value, want string }{
		{"ensure", "there", `Invalid value "there"`},
		{"fstype", "a b", "fstype must not contain whitespace: a b"},
		{"fstype", "", "fstype must not be an empty string"},
		{"options", "a b", "options must not contain whitespace: a b"},
		{"device", "a b", ""},
		{"device", "a\nb", "device must not contain a tab or a line break"},
		{"dump", "2", `Invalid value "2"`},
		{"atboot", "maybe", "expected a boolean value"},
		{"atboot", "Yes", ""},
		{"blockdevice", "/dev/x", ""},
		{"remounts", "yes", `Invalid value "yes"`},
	} {
		_, diags := env.Build(t.Context(), decl("/m", raltest.A(c.attr, c.value)))
		err := diags.Err()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s %q: got %v, want %q", c.attr, c.value, err, c.want)
		}
	}
}

func FuzzFormat(f *testing.F) {
	for _, line := range append(strings.SplitAfter(sample, "\n"), sample, "/dev/x /a\\040b ext4 defaults 0", " x y z\r\n", "\t/dev/a\t/a ext4", "a b c d 0 0 0") {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, data string) {
		file := indented().Parse([]byte(data))
		if string(file.Bytes()) != data {
			t.Fatalf("%q is written back as %q", data, file.Bytes())
		}
		for _, r := range file.Records() {
			text, err := indented().Write(r)
			if err != nil || r.Type != "parsed" {
				continue
			}
			again := indented().Parse([]byte(text)).Records()
			if len(again) != 1 || again[0].Text("name") != r.Text("name") || again[0].Text("device") != r.Text("device") {
				t.Fatalf("%q is written as %q and read as %v", data, text, again)
			}
		}
	})
}

func FuzzMounted(f *testing.F) {
	f.Add(info("/", "/a b"))
	f.Add("36 35 98:0 / /mnt rw shared:1 - ext3 /dev/root rw\n")
	f.Add("x - y\n\x00")
	f.Fuzz(func(t *testing.T, text string) {
		for _, m := range parseMounted(text) {
			if m.at == "" || m.fstype == "" {
				t.Fatalf("%q gives %+v", text, m)
			}
		}
	})
}

// An entry moves to another file unchanged.
func TestMoves(t *testing.T) {
	fake := mountHost("# a\ntmpfs /m tmpfs size=1m 1 2\n", "/")
	rep, err := transaction.Run(t.Context(), envOf(t, fake.Host), []ral.Decl{
		decl("/m", raltest.A("target", "/etc/more"), raltest.A("pass", "2"), raltest.A("dump", "1")),
	}, fake.Writer(), transaction.Options{})
	if err != nil || !rep.OK() || fake.Content(fstab) != "# a\n" || fake.Content("/etc/more") != "tmpfs\t/m\ttmpfs\tsize=1m\t1\t2\n" {
		t.Errorf("%v: %q and %q", err, fake.Content(fstab), fake.Content("/etc/more"))
	}
}

// The plan knows what mount(8) would refuse, unless an earlier step creates the
// directory.
func TestPrecheck(t *testing.T) {
	full := []ral.Attr{raltest.A("ensure", "mounted"), raltest.A("device", "tmpfs"), raltest.A("fstype", "tmpfs")}
	fake := mountHost("", "/")
	for title, want := range map[string]string{
		"/m":    "",
		"/none": "ensure: the mount point /none does not exist",
	} {
		plan, err := transaction.NewPlan(t.Context(), envOf(t, fake.Host), []ral.Decl{decl(title, full...)})
		if err != nil {
			t.Fatal(err)
		}
		if got := plan.Steps[0].LeftOut(); got != want {
			t.Errorf("%s: %q, want %q", title, got, want)
		}
	}
}

// A file system in memory is not restored with its contents.
func TestUnmountingTellsWhatIsLost(t *testing.T) {
	const lost = "unmounting deletes the contents of the tmpfs at /m: an undo mounts it empty, with the options of /etc/fstab"
	for name, c := range map[string]struct {
		fstab, ensure, fstype string
		want                  []string
	}{
		"unmounted": {"tmpfs /m tmpfs size=1m 0 0\n", "unmounted", "tmpfs", []string{lost}},
		"removed":   {"tmpfs /m tmpfs size=1m 0 0\n", "absent", "tmpfs", []string{lost}},
		"a ghost": {"", "absent", "tmpfs", []string{
			"unmounting deletes the contents of the tmpfs at /m", "an undo does not mount /m again: /etc/fstab has no entry for it",
		}},
		"a ghost on a disk": {"", "absent", "ext4", []string{"an undo does not mount /m again: /etc/fstab has no entry for it"}},
		"on a disk":         {"/dev/b /m ext4 defaults 0 0\n", "unmounted", "ext4", nil},
	} {
		t.Run(name, func(t *testing.T) {
			fake := mountHost(c.fstab, "/", "/m")
			fake.Put(mountInfo, strings.ReplaceAll(fake.Content(mountInfo), "tmpfs", c.fstype), 0o444)
			plan, err := transaction.NewPlan(t.Context(), envOf(t, fake.Host), []ral.Decl{decl("/m", raltest.A("ensure", c.ensure))})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, plan.Steps[0].Changes[0].Lasting); diff != "" {
				t.Error(diff)
			}
		})
	}
}
