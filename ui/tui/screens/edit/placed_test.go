package edit

import (
	"context"
	"errors"
	"strings"
	"testing"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/value"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// word is a provider of the first word of a file, which a parameter names.
type word struct{}

func (word) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	if !r.Has("path") {
		return nil, errors.New("no path is given")
	}
	data, err := rd.ReadFile(ctx, r.Get("path").Text())
	if err != nil {
		return nil, err
	}
	return ral.NewInstance(r.Type, r.Name()).Set("text", value.Str(strings.TrimSpace(string(data)))), nil
}

func (word) Set(ctx context.Context, wr host.Writer, r *ral.Resource, _ string, should value.Value) error {
	return wr.WriteFile(ctx, r.Get("path").Text(), []byte(should.Text()), host.WriteOptions{})
}

// A resource is looked for where an open field says that it is, and once it was applied
// there, it is still there.
func TestEditReadsWhereItIs(t *testing.T) {
	reg := ral.NewRegistry()
	reg.Add(ral.Type{Name: "word", NotListable: "by name", Attributes: []*ral.Attribute{
		kittest.Namevar("name"), kittest.Property("text", "The word."), {Name: "path", Kind: ral.Param, LocatesResource: true},
	}}, ral.Provider{Name: "file", New: func() any { return word{} }})
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	fake := fakehost.New(map[string]string{"/etc/word": "old\n", "/etc/other": "strange\n"}, fakehost.WithNow(kittest.Clock()))
	sh := kit.NewShared(t.Context(), model.NewSession(t.Context(), reg, fake.Host), keys.Default(), nil)
	draft := sh.Basket.Draft(reg.Type("word"), "one", nil, nil)
	e := newEdit(sh, draft)
	st := kittest.NewStage(t, sh, e)
	is := func() string {
		st.Until(nil)
		f := e.check.Properties[0]
		if f.Is.IsUnknown() {
			return "unknown"
		}
		return f.Is.Text()
	}
	if got := is(); got != "unknown" {
		t.Errorf("without a path, the word is %s", got)
	}
	toFieldOf(st, e, "path")
	st.TypeText("/etc/word")
	st.Run(e.planLive(liveDueMsg{e, e.live.gen}))
	if got := is(); got != "old" || e.field == nil {
		t.Errorf("with a path, the word is %s", got)
	}
	st.Keys("esc")
	draft.Set("text", "new")
	sh.Basket.MarkApplied(draft.Decl())
	fake.Put("/etc/word", "new\n", 0o644)
	st.Run(e.Update(kit.ChangedMsg{}))
	if got := is(); got != "new" || e.draft == draft || !e.draft.Empty() {
		t.Errorf("after an apply, the word is %s, an edit remains: %v", got, !e.draft.Empty())
	}
	toFieldOf(st, e, "path")
	st.Keys("enter", "ctrl+u")
	st.TypeText("/etc/other")
	st.Keys("esc")
	if got := is(); got != "strange" {
		t.Errorf("with another path, the word is %s", got)
	}
}
