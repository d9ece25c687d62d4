package sshauthorizedkey

import (
	"slices"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

const alicesFile = "/home/alice/.ssh/authorized_keys"

// keysOf lists alice's keys, the last one of each name.
func keysOf(t *testing.T, env *onhost.Env) map[string]*ral.Instance {
	t.Helper()
	all := map[string]*ral.Instance{}
	env.List(t.Context(), env.Registry.Type("ssh_authorized_key"), func(ev onhost.ListEvent) {
		if ev.Err != nil && !ral.IsDamage(ev.Err) {
			t.Fatal(ev.Err)
		}
		for _, inst := range ev.Found {
			if inst.Get("user").Text() == "alice" {
				all[inst.Name] = inst
			}
		}
	})
	return all
}

// declared returns the keys that can be declared as declarations: the other
// name of a key type becomes the first, and no options become absent.
func declared(t *testing.T, env *onhost.Env, keys map[string]*ral.Instance) []ral.Decl {
	t.Helper()
	var all []ral.Decl
	for name, inst := range keys {
		d := decl(name, raltest.A("user", "alice"))
		for _, attr := range []string{"type", "key", "options"} {
			d.Attrs = append(d.Attrs, ral.Attr{Name: attr, Value: inst.Get(attr)})
		}
		r, diags := env.Build(t.Context(), d)
		if diags.Err() == nil && r.Get("type").Text() == inst.Get("type").Text() && !slices.ContainsFunc(inst.Get("options").Items(), isAbsentText) {
			all = append(all, d)
		}
	}
	return all
}

func isAbsentText(v value.Value) bool { return v.Text() == "absent" && !v.IsAbsent() }

func applied(t *testing.T, fake *fakehost.Host, env *onhost.Env, decls []ral.Decl) *transaction.Report {
	t.Helper()
	rep, err := transaction.Run(t.Context(), env, decls, fake.Writer(), transaction.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

// Listed keys are in sync with their file, and applying them leaves every byte;
// written to an empty file they are listed the same.
func FuzzKeys(f *testing.F) {
	for _, text := range []string{
		aliceKeys, "", "\n\n#\n", "ed25519 0\"00000", "dsa AAAA x\r\nrsa BBBB y\r\n", "ssh-rsa A n\nssh-rsa B n\n", "no-pty,,from=\"a,b\" ssh-rsa A x y  z \n",
		`command="a\"" ssh-rsa A b`, "ssh-rsa A /home/alice/.ssh/authorized_keys:unnamed-1\nssh-rsa B\n", "absent ssh-rsa A x", "ssh-rsa A absent", "ssh-rsa\tA\tx",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		fake := homesHost(text)
		env := envOf(t, fake.Host)
		keys := keysOf(t, env)
		decls := declared(t, env, keys)
		for _, s := range applied(t, fake, env, decls).Steps {
			if s.Status != transaction.InSync {
				t.Fatalf("%q: %s is %s: %v %+v", text, s.Ref(), s.Status, s.Err, s.Changes)
			}
		}
		if got := fake.Content(alicesFile); got != text {
			t.Fatalf("%q became %q", text, got)
		}
		var named []ral.Decl
		for _, d := range decls {
			if !strings.Contains(d.Title, ":unnamed-") {
				named = append(named, d)
			}
		}
		empty := homesHost("")
		env = envOf(t, empty.Host)
		if rep := applied(t, empty, env, named); rep.ExitStatus(true) > 2 {
			t.Fatalf("%q: %d", text, rep.ExitStatus(true))
		}
		again := keysOf(t, env)
		for _, d := range named {
			was, is := keys[d.Title], again[d.Title]
			if is == nil {
				t.Fatalf("%q: %s is not in %q", text, d.Ref(), empty.Content(alicesFile))
			}
			for _, attr := range []string{"type", "key", "options"} {
				if was.Get(attr).Inspect() != is.Get(attr).Inspect() {
					t.Fatalf("%q: %s of %s is %s in %q", text, attr, d.Ref(), is.Get(attr), empty.Content(alicesFile))
				}
			}
		}
	})
}
