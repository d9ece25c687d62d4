package exec

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/local"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/real"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

func suite(provider, dir, touch string) raltest.Suite {
	return raltest.Suite{
		Register: Register, Type: "exec", Provider: provider, Unlisted: true, Watch: []string{dir},
		NotCovered: map[string]string{"returns": "it only happens, and is as it should be when nothing is to be run"},
		Cases: []raltest.Case{
			{Name: "creates", Title: touch + " " + dir + "/made", Create: []ral.Attr{
				raltest.A("creates", dir+"/made"),
			}},
			{Name: "unless", Title: touch + " " + dir + "/made", Create: []ral.Attr{
				raltest.A("path", "/usr/bin:/bin"),
				raltest.L("unless", "test -e "+dir+"/none", "test -e "+dir+"/made"),
			}, Queries: []host.Query{
				{Name: "/bin/test", Args: []string{"-e"}},
				{Name: "/usr/bin/test", Args: []string{"-e"}},
				{Name: "/bin/sh", Args: []string{"-c", "test -e " + dir + "/none"}},
				{Name: "/bin/sh", Args: []string{"-c", "test -e " + dir + "/made"}},
			}},
		},
	}
}

// withShell returns a host with test(1) and a shell that runs plain words.
func withShell(fake *fakehost.Host) *fakehost.Host {
	fake.Command("/bin/test")
	test := func(_ context.Context, f *fakehost.Host, cmd host.Command) host.Result {
		there, err := f.Reader().Exists(context.Background(), cmd.Args[1])
		if err != nil || !there {
			return host.Result{Exit: 1}
		}
		return host.Result{}
	}
	fake.Handle("test", test)
	fake.Handle("sh", func(ctx context.Context, f *fakehost.Host, cmd host.Command) host.Result {
		words := strings.Fields(cmd.Args[1])
		if words[0] == "test" {
			return test(ctx, f, host.Command{Args: words[1:]})
		}
		f.Put(words[1], "", 0o644)
		return host.Result{}
	})
	return fake
}

func TestSuite(t *testing.T) {
	for _, provider := range []string{"posix", "shell"} {
		t.Run(provider, func(t *testing.T) {
			s := suite(provider, "/srv", "/bin/touch")
			s.Host = func(*testing.T) host.Host { return withShell(fakeHost()).Host }
			s.Run(t)
		})
		t.Run(provider+" on this machine", func(t *testing.T) {
			dir := t.TempDir()
			s := suite(provider, dir, "/usr/bin/touch")
			s.Host = func(t *testing.T) host.Host {
				if err := os.RemoveAll(filepath.Join(dir, "made")); err != nil {
					t.Fatal(err)
				}
				return local.Machine()
			}
			s.Run(t)
		})
	}
}

func run(t *testing.T, d ral.Decl) *transaction.Step {
	t.Helper()
	m := local.Machine()
	rep, err := transaction.Run(t.Context(), env(t, m.Reader()), []ral.Decl{d}, m.Writer(), transaction.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return rep.Steps[0]
}

func TestMachineSurroundings(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	d := decl("umask >out; echo $PATH $A >>out; pwd >>out", "provider", "shell", "cwd", dir, "umask", "027", "path", "/opt/x:/usr/bin:/bin").
		With("environment", value.Strs("A=1 2", "HOME=/h"))
	if s := run(t, d); s.Status != transaction.Changed {
		t.Fatalf("%s %+v", s.Status, s.Changes)
	}
	data, err := os.ReadFile(out)
	if want := "0027\n/opt/x:/usr/bin:/bin 1 2\n" + dir + "\n"; err != nil || string(data) != want {
		t.Errorf("%q, %v", data, err)
	}
	info, err := os.Stat(out)
	if err != nil || info.Mode() != 0o640 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

// The umask of this process does not change when commands have one.
func TestMachineUmaskIsTheCommandsOwn(t *testing.T) {
	dir := t.TempDir()
	for _, mask := range []string{"077", "0", ""} {
		d := decl("/usr/bin/touch " + filepath.Join(dir, "f"+mask))
		want := os.FileMode(0o644)
		if mask != "" {
			d = d.With("umask", value.Str(mask))
			want = map[string]os.FileMode{"077": 0o600, "0": 0o666}[mask]
		}
		run(t, d)
		if info, err := os.Stat(filepath.Join(dir, "f"+mask)); err != nil || info.Mode() != want {
			t.Errorf("%q: %v, %v", mask, info, err)
		}
	}
}

func TestMachineAsAUser(t *testing.T) {
	real.Need(t, "runs a command as another user")
	out := filepath.Join(t.TempDir(), "out")
	for who, want := range map[string]string{"nobody": "65534 65534 65534\n", "daemon": "1 1 1\n"} {
		if err := os.WriteFile(out, nil, 0o666); err != nil {
			t.Fatal(err)
		}
		s := run(t, decl("echo $(id -u) $(id -g) $(id -G)", "provider", "shell", "user", who, "logoutput", "true"))
		if text := strings.Join(transaction.Output(s, &s.Changes[0]), "\n") + "\n"; text != want {
			t.Errorf("%s is %q", who, text)
		}
	}
	s := run(t, decl("id -g", "provider", "shell", "user", "nobody", "group", "daemon", "logoutput", "true"))
	if text := strings.Join(transaction.Output(s, &s.Changes[0]), "\n"); text != "1" {
		t.Errorf("the group is %q", text)
	}
}

func TestMachineTimeout(t *testing.T) {
	s := run(t, decl("/bin/sleep 30", "timeout", "0.05"))
	if s.Status != transaction.Failed || s.Changes[0].Err.Error() != "Command exceeded timeout" || s.Elapsed.Seconds() > 9 {
		t.Errorf("%s %+v", s.Status, s.Changes)
	}
	s = run(t, decl("/usr/bin/none-of-this | cat; exit 127", "provider", "shell"))
	if s.Status != transaction.Failed || !strings.Contains(s.Changes[0].Err.Error(), "not found") {
		t.Errorf("%s %+v", s.Status, s.Changes)
	}
}
