package host_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/local"
	"ralsh/ral/host/record"
)

func TestQueryIsDeclared(t *testing.T) {
	queries := []host.Query{
		{Name: "dpkg-query", Args: []string{"-W"}},
		{Name: "getent", Args: []string{"passwd", "**"}},
		{Name: "systemctl", Args: []string{"show", "*", "--all"}},
		{Name: "/bin/id"},
	}
	tests := map[string]bool{
		"dpkg-query -W -f x": true, "dpkg-query": false, "dpkg-query -l": false,
		"/usr/bin/dpkg-query -W": true, "dpkg -W": false,
		"getent passwd": true, "getent passwd root bin": true, "getent passwd root -s x": false, "getent group": false,
		"systemctl show ssh --all": true, "systemctl show --now --all": false, "systemctl show ssh": false,
		"systemctl show": false, "/bin/id -u": true, "id -u": false,
	}
	f := fakehost.New(nil)
	rd := f.Reader().Allow(queries...)
	for line, want := range tests {
		words := strings.Fields(line)
		_, err := rd.Query(t.Context(), host.Command{Name: words[0], Args: words[1:]})
		_, refused := errors.AsType[*host.UndeclaredError](err)
		if refused == want {
			t.Errorf("%s: %v", line, err)
		}
		if refused && err.Error() != "not run: "+line+" is not declared as a read-only query" {
			t.Errorf("the text is %q", err)
		}
	}
	if _, err := f.Reader().Query(t.Context(), host.Command{Name: "true"}); err == nil {
		t.Error("a Look that allows nothing ran a query")
	}
	if _, err := rd.Allow().Query(t.Context(), host.Command{Name: "/bin/id"}); err == nil {
		t.Error("Allow kept what was allowed before")
	}
}

func TestMissingCommand(t *testing.T) {
	t.Setenv("PATH", "/nowhere/bin:relative::~/bin:/nowhere/sbin")
	rd := local.Machine().Reader().Allow(host.Query{Name: "frobnicate"})
	found, err := rd.Find(t.Context(), "frobnicate")
	if want := "command frobnicate is not on PATH (searched /nowhere/bin /nowhere/sbin /usr/local/sbin /usr/sbin /sbin)"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %q", err, want)
	}
	if want := []string{"/nowhere/bin", "/nowhere/sbin", "/usr/local/sbin", "/usr/sbin", "/sbin"}; !slices.Equal(found.Searched, want) || found.Path != "" {
		t.Errorf("found %+v", found)
	}
	if _, err := rd.Query(t.Context(), host.Command{Name: "frobnicate"}); !errorIs[*host.NoCommandError](err) {
		t.Errorf("query: %v", err)
	}
	for _, name := range []string{"/etc/passwd", "/etc", "/nowhere/x"} {
		if _, err := rd.Find(t.Context(), name); err == nil || err.Error() != "command "+name+" is not an executable file" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func errorIs[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// No option matches "*" or "**", whatever the command line.
func FuzzQuery(f *testing.F) {
	f.Add("show\n*", "show\n--now")
	f.Add("a\n**", "a\nb\n-c")
	f.Add("**", "")
	f.Add("*\n*\nx", "a\n-\nx")
	f.Fuzz(func(t *testing.T, declared, given string) {
		want, args := strings.Split(declared, "\n"), strings.Split(given, "\n")
		q := host.Query{Name: "x", Args: want}
		if !q.Matches(host.Command{Name: "x", Args: args}) {
			return
		}
		for i, w := range want {
			switch {
			case w == "**":
				if slices.ContainsFunc(args[i:], func(a string) bool { return strings.HasPrefix(a, "-") }) {
					t.Fatalf("%q lets %q through", want, args)
				}
				return
			case i >= len(args):
				t.Fatalf("%q lets the shorter %q through", want, args)
			case w == "*" && strings.HasPrefix(args[i], "-"), w != "*" && w != args[i]:
				t.Fatalf("%q lets %q through", want, args)
			}
		}
	})
}

func TestOnly(t *testing.T) {
	for _, c := range []struct {
		cmd  host.Command
		exit int
		want bool
	}{
		{host.Command{}, 0, true},
		{host.Command{OK: []int{3}}, 3, true},
		{host.Command{OK: []int{3}}, 1, false},
		{host.Command{OnlyExit: []int{3}}, 3, true},
		{host.Command{OnlyExit: []int{3}}, 0, false},
		{host.Command{OnlyExit: []int{3}, OK: []int{1}}, 1, false},
	} {
		if got := c.cmd.Judge(host.Result{Exit: c.exit}, nil, 0) == nil; got != c.want {
			t.Errorf("%+v with %d is %v", c.cmd, c.exit, got)
		}
	}
}

// A Reader may run a check, unless checks are omitted.
func TestCheck(t *testing.T) {
	fake := fakehost.New(nil)
	fake.Command("/bin/test")
	fake.Handle("test", func(context.Context, *fakehost.Host, host.Command) host.Result { return host.Result{} })
	rd := fake.Reader()
	cmd := host.Command{Name: "/bin/test"}
	for name, rd := range map[string]host.Reader{"host": rd, "plan": record.New(rd).Reader(), "changing": record.New(rd).Writer().Reader()} {
		if _, err := rd.Check(t.Context(), cmd); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	rd = rd.WithoutChecks()
	before := len(fake.Ran())
	for name, rd := range map[string]host.Reader{"host": rd, "plan": record.New(rd).Reader().Allow(), "changing": record.New(rd).Writer().Reader()} {
		if _, err := rd.Check(t.Context(), cmd); err != host.ErrUnchecked {
			t.Errorf("%s: %v", name, err)
		}
	}
	if len(fake.Ran()) != before {
		t.Errorf("ran %v", fake.Ran())
	}
}

// A reader sends no request that may change something. A PUT that only returns a token is
// declared as such.
func TestFetchOnlyReads(t *testing.T) {
	f := fakehost.New(nil)
	sent := 0
	f.Serve(fakehost.Net{HTTP: func(host.Request) ([]byte, error) { sent++; return []byte("token"), nil }})
	for _, c := range []struct {
		method string
		token  bool
		want   int
	}{{"GET", false, 1}, {"PUT", false, 0}, {"PUT", true, 1}, {"POST", true, 0}, {"DELETE", true, 0}} {
		sent = 0
		data, err := f.Reader().Fetch(t.Context(), host.Request{Method: c.method, TokenOnly: c.token, URL: "http://x/"})
		if sent != c.want || (err == nil) != (c.want == 1) || c.want == 1 && string(data) != "token" {
			t.Errorf("%s, token %t: %d sent, %q, %v", c.method, c.token, sent, data, err)
		}
	}
}
