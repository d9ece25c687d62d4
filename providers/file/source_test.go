package file

import (
	"context"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"ralsh/providers/filebucket"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// fails applies one resource and returns its error, or "".
func fails(t *testing.T, f *fakehost.Host, d ral.Decl) string {
	t.Helper()
	s := newStage(t, f.Reader(), f.Writer())
	rep, err := transaction.Run(t.Context(), s.env, []ral.Decl{d}, f.Writer(), transaction.Options{})
	if err != nil {
		return err.Error()
	}
	step := rep.Steps[0]
	for _, c := range step.Changes {
		if c.Err != nil {
			return c.Err.Error()
		}
	}
	if step.Err != nil {
		return step.Err.Error()
	}
	return ""
}

func TestSource(t *testing.T) {
	for name, c := range map[string]struct {
		d    ral.Decl
		want string // content of /srv/x afterwards
	}{
		"a file":      {decl("/srv/x", "source", "/from/a"), "file 0644 0 a\n"},
		"a link":      {decl("/srv/x", "source", "/from/link"), "link 0777 0 a\n"},
		"followed":    {decl("/srv/x", "source", "/from/link", "links", "follow"), "file 0644 0 a\n"},
		"a directory": {decl("/srv/x", "source", "/from/d"), "directory 0755 0 "},
		"present":     {decl("/srv/x", "source", "/from/a", "ensure", "present"), "file 0644 0 a\n"},
		"none there":  {decl("/srv/x", "ensure", "absent", "source", "/none"), ""},
		"its owner":   {decl("/srv/x", "source", "/from/theirs", "source_permissions", "use"), "file 0600 7 t"},
		"but for mode": {
			decl("/srv/x", "source", "/from/theirs", "source_permissions", "use_when_creating", "mode", "0640"), "file 0640 7 t",
		},
		"a checksum":    {decl("/srv/x", "source", "/from/a", "checksum", "md5", "checksum_value", "60b725f10c9c85c70d97880dfe8191b3"), "file 0644 0 a\n"},
		"the first 512": {decl("/srv/x", "source", "/from/a", "checksum", "sha256lite"), "file 0644 0 a\n"},
		"as old":        {decl("/srv/x", "source", "/from/a", "checksum", "ctime"), "file 0644 0 a\n"},
	} {
		t.Run(name, func(t *testing.T) {
			f := trees()
			f.Dir("/srv", 0o755)
			f.Put("/from/theirs", "t", 0o600)
			if err := f.Writer().Chown(t.Context(), "/from/theirs", 7, 7); err != nil {
				t.Fatal(err)
			}
			if rep := brought(t, f, c.d); !rep.OK() {
				t.Fatal(rep.Summary(), rep.Steps[0].Err, rep.Steps[0].Changes)
			}
			got := ""
			if info, err := f.Reader().Lstat(t.Context(), "/srv/x"); err == nil {
				got = kindOf(info) + " " + octalText(info.Mode) + " " + string(rune('0'+info.UID)) + " " + f.Content("/srv/x")
			}
			if name == "a link" { // it is a dangling link here
				got += "a\n"
			}
			if got != c.want {
				t.Errorf("there is %q, want %q", got, c.want)
			}
		})
	}
}

// With a time as checksum a file is copied again if its source is newer.
func TestSourceByTime(t *testing.T) {
	f := trees()
	d := decl("/to/a", "source", "/from/a", "checksum", "mtime")
	now := f.Reader().Now()
	for i, want := range []string{"a\n", "newer\n"} {
		if text := fails(t, f, d); text != "" || f.Content("/to/a") != want {
			t.Errorf("%d: %s, there is %q", i, text, f.Content("/to/a"))
		}
		now = now.Add(time.Hour)
		f.SetNow(now)
		f.Put("/from/a", "newer\n", 0o644)
	}
}

func TestSourceRefused(t *testing.T) {
	f := trees()
	wrong := decl("/to/a", "source", "/from/a", "checksum", "md5", "checksum_value", "9cd599a3523898e6a12e13ec787da50a")
	want := "File written to disk did not match desired checksum; discarding changes ({md5}60b725f10c9c85c70d97880dfe8191b3 vs {md5}9cd599a3523898e6a12e13ec787da50a)"
	if text := fails(t, f, wrong); text != want || f.Content("/to/a") != "a\n" {
		t.Errorf("%s; there is %q", text, f.Content("/to/a"))
	}
}

func TestSecretSource(t *testing.T) {
	f := trees()
	d := decl("/to/a", "show_diff", "true").With("source", value.Secret(value.Str("/from/d/b")))
	s := newStage(t, f.Reader(), f.Writer())
	plan, err := transaction.NewPlan(t.Context(), s.env, []ral.Decl{d})
	if err != nil {
		t.Fatal(err)
	}
	step := plan.Steps[0]
	text := step.Changes[0].Text + step.Acts()[0].String()
	if !strings.Contains(text, "content changed [redacted] to [redacted]") || !step.Acts()[0].Secret {
		t.Error(text)
	}
}

// A bucket stores each content once, with its paths, as in Puppet.
func TestBucket(t *testing.T) {
	f := trees()
	f.Dir("/var/lib", 0o755)
	bucket := ral.Decl{Type: "filebucket", Title: "main", Attrs: decl("", "path", "/var/bucket").Attrs}
	rep := brought(
		t, f,
		decl("/to/a", "content", "new", "backup", "main"), decl("/from/a", "ensure", "absent", "backup", "main"),
		decl("/to/dir", "ensure", "absent", "force", "true", "backup", "puppet"), bucket,
	)
	if !rep.OK() {
		t.Fatal(rep.Summary())
	}
	const sum = "87428fc522803d31065e7bce3cf03fe475096631e5e07bbd7a0fde60c4cf25c7"
	at := path.Join("/var/bucket/8/7/4/2/8/f/c/5", sum)
	if f.Content(at+"/contents") != "a\n" || f.Content(at+"/paths") != "/to/a\n/from/a\n" {
		t.Errorf("%q, %q in %v", f.Content(at+"/contents"), f.Content(at+"/paths"), all(t, f, "/var/bucket"))
	}
	if kept := filebucket.Place("/var/lib/ralsh/bucket", []byte("y")); f.Content(kept+"/paths") != "/to/dir/in/deep\n" {
		t.Errorf("the default bucket has %v", all(t, f, "/var/lib"))
	}
	if info, err := f.Reader().Stat(t.Context(), at+"/contents"); err != nil || info.Mode != 0o440 {
		t.Errorf("%v, %v", info.Mode, err)
	}
	if text := fails(t, f, decl("/to/a", "content", "x", "backup", "none")); !strings.Contains(text, "Could not find filebucket none specified in backup") {
		t.Error(text)
	}
	// A damaged entry of the bucket is written again.
	kept := filebucket.Place("/var/lib/ralsh/bucket", []byte("new")) + "/contents"
	f.Put(kept, "else", 0o440)
	if text := fails(t, f, decl("/to/a", "content", "x", "backup", "puppet")); text != "" || f.Content("/to/a") != "x" || f.Content(kept) != "new" {
		t.Errorf("%s; there is %q, and in the bucket %q", text, f.Content("/to/a"), f.Content(kept))
	}
	// A checksum as content restores the content from the bucket.
	const newSum = "{sha256}11507a0e2f5e69d5dfa40a62a1bd7b6ee57e6bcd85c67c9b8431b36fff21c437"
	if text := fails(t, f, decl("/to/a", "content", newSum, "backup", "puppet")); text != "" || f.Content("/to/a") != "new" {
		t.Errorf("%s; there is %q", text, f.Content("/to/a"))
	}
	f.Put(kept, "else", 0o440)
	f.Put("/to/a", "y", 0o644)
	if text := fails(t, f, decl("/to/a", "content", newSum, "backup", "puppet")); !strings.Contains(text, "is malformed: its checksum does not match") || f.Content("/to/a") != "y" {
		t.Errorf("%s; there is %q", text, f.Content("/to/a"))
	}
}

func TestValidateCommand(t *testing.T) {
	f := trees()
	f.Command("/bin/lint", "/bin/sh")
	seen := ""
	lint := func(_ context.Context, f *fakehost.Host, cmd host.Command) host.Result {
		words := strings.Fields(cmd.Args[len(cmd.Args)-1])
		seen = cmd.String()
		if f.Content(strings.Trim(words[len(words)-1], `"`)) == "bad" {
			return host.Result{Exit: 1, Stderr: []byte("line 1: bad\n")}
		}
		return host.Result{}
	}
	f.Handle("lint", lint)
	f.Handle("sh", lint)
	f.Put("/stage/other", "", 0o644)
	for _, c := range []struct{ line, mark, stage, act, runs string }{
		{"/bin/lint -q %", "", "", "/bin/lint -q %", "/bin/lint -q /to/"},
		{`/bin/lint "@"`, "@", "", `/bin/sh -c '/bin/lint "%"'`, `/bin/sh -c '/bin/lint "/to/`},
		{"/bin/lint -q %", "", "/stage/", "/bin/lint -q /stage/%", "/bin/lint -q /stage/a"},
	} {
		for _, text := range []string{"good " + c.mark, "bad"} {
			d := decl("/to/a", "content", text, "validate_cmd", c.line)
			if c.mark != "" {
				d = d.With("validate_replacement", value.Str(c.mark))
			}
			if c.stage != "" {
				d = d.With("staging_location", value.Str(c.stage))
			}
			s := newStage(t, f.Reader(), f.Writer())
			plan, err := transaction.NewPlan(t.Context(), s.env, []ral.Decl{d})
			if err != nil || !strings.HasSuffix(plan.Steps[0].Acts()[0].String(), ", if it passes "+c.act) {
				t.Fatalf("%v, %s", err, texts(plan.Steps[0]))
			}
			said := fails(t, f, d)
			if !strings.HasPrefix(seen, c.runs) {
				t.Errorf("ran %s", seen)
			}
			if text == "bad" && (!strings.Contains(said, `exit 1, "line 1: bad"`) || f.Content("/to/a") != "good "+c.mark) || text != "bad" && said != "" {
				t.Errorf("said %s; there is %q", said, f.Content("/to/a"))
			}
		}
	}
	for _, dir := range []string{"/to", "/stage"} {
		names, err := f.Reader().ReadDir(t.Context(), dir)
		if err != nil || slices.ContainsFunc(names, func(n string) bool { return strings.Contains(n, "ralsh") }) {
			t.Errorf("left behind: %v, %v", names, err)
		}
	}
}

// The plan reports a missing directory of the validation. Without a command the directory has
// no effect.
func TestStagingLocation(t *testing.T) {
	f := trees()
	f.Command("/bin/lint")
	d := decl("/to/a", "content", "new", "staging_location", "/none")
	checked := d.With("validate_cmd", value.Str("/bin/lint %"))
	if text := fails(t, f, checked); !strings.Contains(text, "cannot write /to/a: the directory /none does not exist") {
		t.Error(text)
	}
	if text := fails(t, f, d); text != "" || f.Content("/to/a") != "new" {
		t.Errorf("%s; there is %q", text, f.Content("/to/a"))
	}
}

func TestLabels(t *testing.T) {
	now := "system_u:object_r:etc_t:s0:c1"
	for _, enabled := range []bool{true, false} {
		f := trees()
		f.Command("/usr/bin/stat", "/usr/bin/chcon")
		f.Handle("stat", func(context.Context, *fakehost.Host, host.Command) host.Result {
			return host.Result{Stdout: []byte(now)}
		})
		f.Handle("chcon", func(_ context.Context, _ *fakehost.Host, cmd host.Command) host.Result {
			now = strings.Replace(now, "etc_t", cmd.Args[2], 1)
			return host.Result{}
		})
		want := ""
		if enabled {
			f.Put("/sys/fs/selinux/enforce", "1", 0o644)
			want = "$ /usr/bin/chcon -h -t usr_t -l s0:c1 -- /to/a\n"
		}
		rep := brought(t, f, decl("/to/a", "seltype", "usr_t", "selrange", "s0:c1"))
		if !rep.OK() || texts(rep.Steps[0]) != want {
			t.Errorf("enabled %v: %s, %s", enabled, rep.Summary(), texts(rep.Steps[0]))
		}
	}
	if now != "system_u:object_r:usr_t:s0:c1" {
		t.Error(now)
	}
}
