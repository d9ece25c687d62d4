package sshkey

import (
	"fmt"
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
	"ralsh/ral/raltest/real"
	"ralsh/ral/transaction"
)

const sample = "# known\nhost1,10.0.0.1 ssh-rsa AAAAB3NzaC1yc2E=\nhost1 ssh-ed25519 AAAAC3Nz\n" +
	"|1|abc=|def= ssh-ed25519 AAAAC3Hash\n@revoked * ssh-rsa BBBB\n[h3]:2222 ecdsa-sha2-nistp256 AAAAE2Vj\n\xff odd\nlast ssh-rsa L"

func suite() raltest.Suite {
	return raltest.Suite{
		Register: Register, Type: "sshkey", Provider: "parsed",
		NotCovered: map[string]string{"target": "an entry in another file is not listed; TestMoves moves one"},
		Several: &raltest.Several{
			Titles: []string{"k1@ssh-rsa", "k1@ssh-ed25519", "k2@ssh-rsa"}, Remove: "absent",
			Create: func(i int) []ral.Attr { return []ral.Attr{raltest.A("key", fmt.Sprint("AAAA", i))} },
		},
		Cases: []raltest.Case{
			{
				Title: "new.example.com@ssh-ed25519", Remove: "absent",
				Create:  []ral.Attr{raltest.A("key", "AAAAC3New"), raltest.L("host_aliases", "192.0.2.1", "new")},
				Changes: []ral.Attr{raltest.A("key", "AAAAC3Newer"), raltest.L("host_aliases", "new"), raltest.L("host_aliases")},
			},
			{Title: "host1@ssh-rsa", Changes: []ral.Attr{raltest.A("key", "CCCC"), raltest.L("host_aliases", "x", "y")}, Remove: "absent"},
			{Title: "[h3]:2222@ecdsa-sha2-nistp256", Changes: []ral.Attr{raltest.A("key", "DDDD")}, Remove: "absent"},
			{Title: "|1|abc=|def=@ssh-ed25519", Changes: []ral.Attr{raltest.A("key", "EEEE")}, Remove: "absent"},
		},
	}
}

func TestSuite(t *testing.T) {
	t.Run("fake", func(t *testing.T) {
		s := suite()
		s.Host = func(*testing.T) host.Host { return fakehost.New(map[string]string{knownHosts: sample}).Host }
		s.Many = func(_ *testing.T, n int) host.Host {
			text := sample + "\n"
			for i := range n {
				text += fmt.Sprintf("many%d ssh-rsa AAAA\n", i)
			}
			return fakehost.New(map[string]string{knownHosts: text}).Host
		}
		s.Run(t)
	})
	t.Run("below", func(t *testing.T) {
		s := suite()
		s.Host = func(t *testing.T) host.Host { return with(t, t.TempDir()) }
		s.Run(t)
	})
}

func TestSuiteReal(t *testing.T) {
	s := suite()
	s.Watch = []string{"/etc"}
	s.Host = func(t *testing.T) host.Host { return with(t, real.Chroot(t)) }
	s.Run(t)
}

func with(t *testing.T, root string) host.Host {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(root, "etc/ssh"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, knownHosts), []byte(sample), 0o644); err != nil {
		t.Fatal(err)
	}
	return raltest.Below(t, root)
}

func decl(title string, attrs ...ral.Attr) ral.Decl {
	return ral.Decl{Type: "sshkey", Title: title, Attrs: attrs}
}

func envOf(t *testing.T, fake *fakehost.Host) *onhost.Env {
	t.Helper()
	return raltest.Env(t, Register, fake.Reader(), nil)
}

// A host has a resource for each type of key, however it is declared, and a
// reference by the declared title finds it.
func TestTitles(t *testing.T) {
	fake := fakehost.New(map[string]string{knownHosts: ""})
	env := envOf(t, fake)
	for _, c := range []struct {
		decl ral.Decl
		want string
	}{
		{decl("h@ssh-rsa"), "Sshkey[h@ssh-rsa]"},
		{decl("h", raltest.A("type", "rsa")), "Sshkey[h@ssh-rsa]"},
		{decl("any", raltest.A("name", "h"), raltest.A("type", "ed25519")), "Sshkey[h@ssh-ed25519]"},
		{decl("h"), "Sshkey[h]"},
		{decl("h@sk-ssh-ed25519@openssh.com"), "Sshkey[h@sk-ssh-ed25519@openssh.com]"},
	} {
		r, diags := env.Build(t.Context(), c.decl)
		if diags.Err() != nil || r.Ref() != c.want || r.Decl.Ref() != c.want {
			t.Errorf("%s is %s and %s, %v", c.decl.Ref(), r.Ref(), r.Decl.Ref(), diags.Err())
		}
	}
	rep, err := transaction.Run(t.Context(), env, []ral.Decl{
		decl("two", raltest.A("type", "rsa"), raltest.A("key", "B"), raltest.A("require", "Sshkey[one]")),
		decl("one", raltest.A("type", "rsa"), raltest.A("key", "A")),
	}, fake.Writer(), transaction.Options{})
	if err != nil || !rep.OK() {
		t.Fatal(err)
	}
	if diff := cmp.Diff("one ssh-rsa A\ntwo ssh-rsa B\n", fake.Content(knownHosts)); diff != "" {
		t.Error(diff)
	}
	_, err = transaction.Run(t.Context(), env, []ral.Decl{
		decl("one", raltest.A("type", "rsa")), decl("one@ssh-rsa"),
	}, fake.Writer(), transaction.Options{})
	if err == nil || !strings.Contains(err.Error(), "Sshkey[one@ssh-rsa]") {
		t.Errorf("declared twice: %v", err)
	}
}

func TestValidation(t *testing.T) {
	env := envOf(t, fakehost.New(map[string]string{knownHosts: ""}))
	for _, c := range []struct{ attr, value, want string }{
		{"type", "rsa1", `Invalid value "rsa1"`},
		{"key", "A\nB", "a key is a single line"},
		{"host_aliases", "a b", "Aliases cannot include whitespace"},
		{"host_aliases", "a,b", "Aliases must be provided as an array"},
		{"name", "a b", "Resourcename cannot include whitespaces"},
		{"name", "a,b", "No comma in resourcename allowed"},
	} {
		_, diags := env.Build(t.Context(), decl("h@ssh-rsa", raltest.A(c.attr, c.value)))
		if err := diags.Err(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %q: got %v, want %s", c.attr, c.value, err, c.want)
		}
	}
}

// A key without a type, or without a key, is not written; a duplicate name is
// reported; a malformed line stays.
func TestRefused(t *testing.T) {
	const text = "h ssh-rsa A\nh ssh-rsa B\n\xff\nalone"
	fake := fakehost.New(map[string]string{knownHosts: text})
	env := envOf(t, fake)
	for title, want := range map[string]string{"new@ssh-rsa": "Field 'key' is required", "new": "Field 'type' is required"} {
		rep, err := transaction.Run(t.Context(), env, []ral.Decl{decl(title, raltest.A("ensure", "present"))}, fake.Writer(), transaction.Options{})
		if err != nil || rep.Steps[0].Err == nil || !strings.Contains(rep.Steps[0].Err.Error(), want) {
			t.Errorf("%s: %v, %v", title, err, rep.Steps[0].Err)
		}
	}
	if got := fake.Content(knownHosts); got != text {
		t.Errorf("the file became %q", got)
	}
	var odd []string
	env.List(t.Context(), env.Registry.Type("sshkey"), func(ev onhost.ListEvent) {
		for _, inst := range ev.Found {
			odd = append(odd, inst.Findings()...)
		}
	})
	want := "lines 1 and 2 of /etc/ssh/ssh_known_hosts are h@ssh-rsa; the last line counts"
	if diff := cmp.Diff([]string{want, want}, odd); diff != "" {
		t.Error(diff)
	}
}

func FuzzFormat(f *testing.F) {
	for _, line := range append(strings.SplitAfter(sample, "\n"), sample, ",, a b", "h,a ssh-rsa K comment here") {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, data string) {
		file := format().Parse([]byte(data))
		if string(file.Bytes()) != data {
			t.Fatalf("%q is written back as %q", data, file.Bytes())
		}
		for _, r := range file.Records() {
			text, err := format().Write(r)
			if err != nil || r.Type != "parsed" {
				continue
			}
			again := format().Parse([]byte(text)).Records()
			if len(again) != 1 || nameOf(again[0]) != nameOf(r) || again[0].Text("key") != r.Text("key") {
				t.Fatalf("%q is written as %q and read as %v", data, text, again)
			}
		}
	})
}

// A key moves to another file unchanged.
func TestMoves(t *testing.T) {
	fake := fakehost.New(map[string]string{knownHosts: "a,b ssh-rsa K\nx ssh-rsa L\n"})
	rep, err := transaction.Run(t.Context(), envOf(t, fake), []ral.Decl{decl("a@ssh-rsa", raltest.A("target", "/etc/ssh/more"))}, fake.Writer(), transaction.Options{})
	if err != nil || !rep.OK() || fake.Content(knownHosts) != "x ssh-rsa L\n" || fake.Content("/etc/ssh/more") != "a,b ssh-rsa K\n" {
		t.Errorf("%v: %q and %q", err, fake.Content(knownHosts), fake.Content("/etc/ssh/more"))
	}
}
