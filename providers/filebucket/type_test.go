package filebucket

import (
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/value"
)

func env(t *testing.T, rd host.Reader) *onhost.Env {
	t.Helper()
	return raltest.Env(t, Register, rd, nil)
}

func TestValidation(t *testing.T) {
	e := env(t, fakehost.New(nil).Reader())
	for _, c := range []struct {
		attr string
		v    value.Value
		want string
	}{
		{"path", value.Str("/var/backups/bucket"), ""},
		{"path", value.Str("here"), "Filebucket paths must be absolute"},
		{"path", value.Strs("/a", "/b"), "You can only have one filebucket path"},
		{"path", value.Bool(false), "ralsh supports only local filebuckets"},
		{"server", value.Str("puppet"), "ralsh supports only local filebuckets"},
		{"port", value.Int(8140), "ralsh supports only local filebuckets"},
	} {
		_, diags := e.Build(t.Context(), ral.Decl{Type: "filebucket", Title: "main", Attrs: []ral.Attr{{Name: c.attr, Value: c.v}}})
		err := diags.Err()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: got %v, want %q", c.attr, err, c.want)
		}
	}
}

func TestPathOf(t *testing.T) {
	for want, opts := range map[string][]fakehost.Option{
		"/var/lib/ralsh/bucket":             {fakehost.WithEnv("HOME", "/root")},
		"/s/ralsh/bucket":                   {fakehost.WithEnv("XDG_STATE_HOME", "/s")},
		"/home/a/.local/state/ralsh/bucket": {fakehost.WithUID(1000), fakehost.WithEnv("HOME", "/home/a"), fakehost.WithEnv("XDG_STATE_HOME", "relative")},
	} {
		if got := PathOf(fakehost.New(nil, opts...).Reader(), nil); got != want {
			t.Errorf("the default is %s, want %s", got, want)
		}
	}
}
