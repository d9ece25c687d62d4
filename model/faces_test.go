package model_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"ralsh/model"
	"ralsh/model/modeltest"
	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/modules/star"
	"ralsh/ral/value"
)

// act runs an action with this body on a session.
func act(ctx context.Context, t *testing.T, s *model.Session, body string) (got value.Value, warnings []string, err error) {
	t.Helper()
	text := "face('f', actions = [action('a', lambda self: " + body + ")])"
	d, err := star.NewSpace().Load(t.Context(), star.Source{Path: "t.star", Text: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	got, err = s.Modules.CallAction(ctx, d.Faces[0].Actions[0], nil, func(text string) { warnings = append(warnings, text) })
	return got, warnings, err
}

// An action sees the instances of a type as ralsh resource does. A secret is
// shown by nothing that it returns or says, revealed or not.
func TestActionsSeeResources(t *testing.T) {
	for name, c := range map[string]struct{ body, want, err string }{
		"titles":               {"[u['title'] for u in self.list('user')]", `["deploy", "root"]`, ""},
		"one":                  {"self.list('host')", `[{"title"=>"db1", "ensure"=>:present, "ip"=>"192.0.2.7", "host_aliases"=>:absent, "comment"=>"", "target"=>"/etc/hosts", "provider"=>"parsed"}]`, ""},
		"by title":             {"self.resource('user', 'deploy')['shell']", `"/bin/sh"`, ""},
		"not there":            {"self.resource('user', 'noone')", `nil`, ""},
		"cannot be listed":     {"self.list('file')", "", "file cannot be listed: a resource is found only by path"},
		"one of those":         {"self.resource('file', '/etc/hosts')['ensure'] == symbol('file')", "true", ""},
		"no such type":         {"self.list('usr')", "", "unknown type \"usr\" (did you mean \"user\"?)"},
		"no such type for one": {"self.resource('usr', 'x')", "", "unknown type \"usr\" (did you mean \"user\"?)"},
		"no instances":         {"self.list('schedule')", "", "schedule cannot be listed: its resources exist only in declarations"},
		"no provider":          {"self.list('yumrepo')", "", "no provider of yumrepo is suitable"},
		"a bad title":          {"self.resource('file', 'etc')", "", "etc"},
		"a symbol":             {"[u['ensure'] == present for u in self.list('user')]", `[true, true]`, ""},
		"no secret":            {"self.resource('user', 'root')['password']", `"*"`, ""},
		"a secret":             {"self.resource('user', 'deploy')['password']", `[redacted]`, ""},
		"revealed":             {"self.resource('user', 'deploy')['password'].reveal()", `"[redacted]"`, ""},
		"revealed in a dict":   {"{self.resource('user', 'deploy')['password'].reveal(): ['x ' + u['password'].reveal() for u in self.list('user') if u['title'] == 'deploy']}", `{"[redacted]"=>["x [redacted]"]}`, ""},
		"said":                 {"fail(self.resource('user', 'deploy')['password'].reveal())", "", "[redacted]"},
		"in an error":          {"self.fs.read('/' + self.resource('user', 'deploy')['password'].reveal())", "", "[redacted]"},
	} {
		s, _ := modeltest.Small(t)
		got, warnings, err := act(t.Context(), t, s, c.body)
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) || strings.Contains(err.Error(), "j9T") {
				t.Errorf("%s: %v, want %s", name, err, c.err)
			}
		} else if err != nil || got.Inspect() != c.want || len(warnings) > 0 {
			t.Errorf("%s: %s, %v, %v, want %s", name, got.Inspect(), warnings, err, c.want)
		}
	}
}

// vaultLister lists a secret that its provider does not mark.
type vaultLister struct{}

func (vaultLister) List(_ context.Context, in *ral.Listing) error {
	in.Yield(in.NewInstance("v").Set("key", value.Str("geheimes")).Set("note", value.Str("of geheimes")))
	return nil
}

// What the type says is a secret is one, whatever its provider made of it.
func TestActionsHideWhatTheTypeHides(t *testing.T) {
	s, _ := modeltest.Small(t)
	s.Env.Registry.Add(ral.Type{Name: "vault", Attributes: []*ral.Attribute{
		{Name: "name", Kind: ral.Param, Namevar: true}, {Name: "key", Kind: ral.Property, Sensitive: true}, {Name: "note", Kind: ral.Property},
	}}, ral.Provider{Name: "v", New: func() any { return vaultLister{} }})
	want := `[{"title"=>"v", "key"=>[redacted], "note"=>"of [redacted]", "provider"=>"v"}, "[redacted]"]`
	got, _, err := act(t.Context(), t, s, "self.list('vault') + [v['key'].reveal() for v in self.list('vault')]")
	if err != nil || got.Inspect() != want {
		t.Errorf("%s, %v, want %s", got.Inspect(), err, want)
	}
}

// A source that fails is a warning while another one is complete, and an error
// otherwise, never a shorter list without a word.
func TestActionsAreToldWhatFailed(t *testing.T) {
	s, fake := modeltest.Small(t, fakehost.WithUID(1000))
	fake.Deny("/etc/hosts")
	if got, _, err := act(t.Context(), t, s, "self.list('host')"); err == nil || !strings.Contains(err.Error(), "parsed cannot list its instances: ") {
		t.Errorf("a listing that fails: %s, %v", got.Inspect(), err)
	}
	if got, _, err := act(t.Context(), t, s, "self.resource('host', 'db1')"); err == nil || !strings.Contains(err.Error(), "parsed could not read db1: ") {
		t.Errorf("a reading that fails: %s, %v", got.Inspect(), err)
	}
	s, fake = modeltest.Small(t)
	fake.Put("/etc/hosts", "192.0.2.7 db1\nno entry\n", 0o644)
	got, warnings, err := act(t.Context(), t, s, "[h['title'] for h in self.list('host')]")
	if err != nil || got.Inspect() != `["db1"]` || len(warnings) != 1 || !strings.HasPrefix(warnings[0], "parsed listed only part of its instances: ") {
		t.Errorf("a damaged file: %s, %q, %v", got.Inspect(), warnings, err)
	}
}

// cutLister lists one instance and then fails.
type cutLister struct{ vaultLister }

func (l cutLister) List(ctx context.Context, in *ral.Listing) error {
	return errors.Join(l.vaultLister.List(ctx, in), errors.New("it hangs"))
}

// A source that has listed something before it failed is not said to have listed nothing.
func TestActionsAreToldOfPart(t *testing.T) {
	s, _ := modeltest.Small(t)
	s.Env.Registry.Add(ral.Type{Name: "vault", Attributes: []*ral.Attribute{
		{Name: "name", Kind: ral.Param, Namevar: true}, {Name: "key", Kind: ral.Property}, {Name: "note", Kind: ral.Property},
	}}, ral.Provider{Name: "v", New: func() any { return cutLister{} }})
	if _, _, err := act(t.Context(), t, s, "self.list('vault')"); err == nil || !strings.Contains(err.Error(), "v listed only part of its instances: it hangs") {
		t.Error(err)
	}
}

// A provider whose tests break may have instances, and is named.
func TestActionsAreToldWhatWasSkipped(t *testing.T) {
	s, _ := modeltest.Small(t)
	odd := condition.Confine{Kind: condition.ConfineTrue, Check: func(context.Context, condition.Probe) (string, bool, error) { return "", false, errors.New("odd") }}
	s.Env.Registry.Add(ral.Type{Name: "vault", Attributes: []*ral.Attribute{
		{Name: "name", Kind: ral.Param, Namevar: true}, {Name: "key", Kind: ral.Property}, {Name: "note", Kind: ral.Property},
	}}, ral.Provider{Name: "v", New: func() any { return vaultLister{} }}, ral.Provider{Name: "w", New: func() any { return vaultLister{} }, Confines: []condition.Confine{odd}})
	got, warnings, err := act(t.Context(), t, s, "[v['provider'] for v in self.list('vault')]")
	if err != nil || got.Inspect() != `["v"]` || len(warnings) != 1 || !strings.Contains(warnings[0], "w was skipped: ") {
		t.Errorf("%s, %q, %v", got.Inspect(), warnings, err)
	}
}

// A cancelled action ends as cancelled, whatever it was doing.
func TestActionsAreCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, body := range []string{"self.list('user')", "self.resource('user', 'root')", "[1 for x in range(10000000) for y in range(10000000)]", "self.fs.read('/etc/hosts')"} {
		s, _ := modeltest.Small(t)
		if _, _, err := act(ctx, t, s, body); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", body, err)
		}
	}
}
