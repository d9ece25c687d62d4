package model_test

import (
	"strings"
	"testing"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/value"
)

// The functions that Deferred values call.
func TestFunctions(t *testing.T) {
	fake := fakehost.New(map[string]string{"/etc/two": "2\n", "/etc/bytes": "\xff\x00"}, fakehost.WithEnv("TOKEN", "abc"))
	s := model.NewSession(t.Context(), ral.NewRegistry(), fake.Host)
	str, list := value.Str, value.ListOf
	for name, c := range map[string]struct {
		args []value.Value
		want value.Value // nil if the error is
		err  string
	}{
		"file one":            {[]value.Value{str("/etc/two")}, str("2\n"), ""},
		"file the first":      {[]value.Value{str("/etc/one"), str("/etc/two")}, str("2\n"), ""},
		"file a list":         {[]value.Value{list(str("/etc/one"), str("/etc/two"))}, str("2\n"), ""},
		"file none":           {[]value.Value{str("/etc/one")}, value.Value{}, "/etc/one"},
		"file nothing":        {nil, value.Value{}, "at least 1 text"},
		"file a module's":     {[]value.Value{str("web/x")}, value.Value{}, "no modules are loaded"},
		"file a map":          {[]value.Value{value.MapOf()}, value.Value{}, "expected a text, not a map"},
		"binary_file bytes":   {[]value.Value{str("/etc/bytes")}, str("\xff\x00"), ""},
		"find_file":           {[]value.Value{str("/etc/one"), str("/etc/two")}, str("/etc/two"), ""},
		"find_file none":      {[]value.Value{str("/etc/one")}, value.Value{}, ""},
		"env":                 {[]value.Value{str("TOKEN")}, str("abc"), ""},
		"env not set":         {[]value.Value{str("OTHER")}, value.Value{}, ""},
		"env two":             {[]value.Value{str("TOKEN"), str("OTHER")}, value.Value{}, "the name of a variable"},
		"env by a secret":     {[]value.Value{value.Secret(str("TOKEN"))}, str("abc"), ""},
		"join":                {[]value.Value{list(str("a"), value.Int(1)), str("-")}, str("a-1"), ""},
		"join with nothing":   {[]value.Value{list(str("a"), str("b"))}, str("ab"), ""},
		"join no list":        {[]value.Value{str("a")}, value.Value{}, "expected a list"},
		"join a secret":       {[]value.Value{list(str("a"), value.Secret(str("b")))}, str("ab"), ""},
		"unwrap":              {[]value.Value{value.Secret(str("a"))}, str("a"), ""},
		"unwrap no secret":    {[]value.Value{str("a")}, str("a"), ""},
		"unwrap two":          {[]value.Value{str("a"), str("b")}, value.Value{}, "a single value"},
		"binary_file a dir's": {[]value.Value{str("/etc")}, value.Value{}, "/etc"},
	} {
		fn, _, _ := strings.Cut(name, " ")
		if !s.Env.Functions.Has(fn) {
			t.Fatalf("there is no %s", fn)
		}
		got, err := s.Env.Functions.Call(t.Context(), fake.Reader(), fn, c.args)
		switch {
		case c.err != "":
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s: %v, want %q", name, err, c.err)
			}
		case err != nil || got.IsSecret() != c.want.IsSecret() || !got.Equal(c.want):
			t.Errorf("%s: %v, %s", name, err, got.Reveal().Literal())
		}
	}
	if s.Env.Functions.Has("lookup") {
		t.Error("there is a lookup")
	}
}
