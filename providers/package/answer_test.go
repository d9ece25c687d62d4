package pkg

import (
	"context"
	"strings"
	"testing"

	"ralsh/ral/condition"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/value"
)

// Strange output instead of rpm's must not be taken for a host without packages.
func TestRpmAnswersStrangely(t *testing.T) {
	cases := map[string]struct {
		printed, fails string
		count          int
	}{
		"nothing":        {"", "", 0},
		"a package":      {"nginx 0 1.20 1 x86_64\nrubbish\n", "", 1},
		"keys alone":     {"gpg-pubkey 0 1 2 (none)\n", "", 0},
		"another format": {"nginx-1.20-1.x86_64\nbash-5-1.x86_64\n", `cannot read the output of rpm -qa: expected packages, got "nginx-1.20-1.x86_64"`, 0},
		"a megabyte":     {strings.Repeat("x", 1<<20), `cannot read the output of rpm -qa: expected packages, got "` + strings.Repeat("x", 79) + `…"`, 0},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			h := on(t, fedora(c.printed, ""), fedoraFacts)
			count, failure := 0, ""
			h.env.List(t.Context(), h.env.Registry.Type("package"), func(ev onhost.ListEvent) {
				if ev.Provider.Name != "dnf" {
					return
				}
				count += len(ev.Found)
				if ev.Err != nil {
					failure = ev.Err.Error()
				}
			})
			if count != c.count || failure != c.fails {
				t.Errorf("%d packages, error %q; want %d, %q", count, failure, c.count, c.fails)
			}
		})
	}
}

func TestRpmQueryAnswersStrangely(t *testing.T) {
	f := fedora("", "")
	f.Handle("rpm", func(context.Context, *fakehost.Host, host.Command) host.Result {
		return host.Result{Stdout: []byte("what?\n")}
	})
	queries := on(t, f, fedoraFacts).env.Registry.Type("package").Provider("dnf").Queries("/")
	_, _, err := new(rpmDB).query(t.Context(), f.Reader().Allow(queries...), "nginx")
	if err == nil || err.Error() != `cannot read the output of rpm -q nginx: expected packages, got "what?"` {
		t.Errorf("%v", err)
	}
}

func TestRpmVersionIsShort(t *testing.T) {
	cases := map[string]string{
		"RPM version 4.18.0\n": "RPM version 4.18.0", "one\ntwo\n": "one", "\n\nlate\r\n": "late",
		strings.Repeat("é", 81): strings.Repeat("é", 79) + "…", strings.Repeat("é", 80): strings.Repeat("é", 80), "": "",
	}
	for out, want := range cases {
		f := fedora("", "")
		f.Handle("rpm", func(context.Context, *fakehost.Host, host.Command) host.Result {
			return host.Result{Stdout: []byte(out)}
		})
		rd := f.Reader().Allow(host.Query{Name: "rpm", Args: []string{"--version"}})
		got, pass, err := rpmWorks().Check(t.Context(), condition.Probe{Reader: rd})
		if got != want || !pass || err != nil {
			t.Errorf("%.20q: %q, %v, %v", out, got, pass, err)
		}
	}
}

func TestEnsureText(t *testing.T) {
	cases := []struct {
		is, should value.Value
		want       string
	}{
		{value.Absent(), value.Sym("purged"), "purged"},
		{value.Absent(), value.Str("1.0-1"), "created"},
		{value.Sym("purged"), value.Str("1.0-1"), "created"},
		{value.Sym("purged"), value.Present(), "created"},
		{value.Str("1.0-1"), value.Absent(), "removed"},
		{value.Str("1.0-1"), value.Sym("purged"), "purged"},
		{value.Str("1.0-1"), value.Str("2.0-1"), "ensure changed '1.0-1' to '2.0-1'"},
	}
	for _, c := range cases {
		_, r := on(t, fedora("", ""), fedoraFacts).resource("dnf", "nginx")
		if got := r.Type.Attr("ensure").ChangeText(r, c.is, c.should); got != c.want {
			t.Errorf("%s to %s: %q, want %q", c.is, c.should, got, c.want)
		}
	}
}
