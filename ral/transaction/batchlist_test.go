package transaction_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/standard"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// rows is a provider that lists and flushes, here several together.
type rows struct{ listed *int }

func (p rows) List(ctx context.Context, in *ral.Listing) error {
	*p.listed++
	data, err := in.Reader.ReadFile(ctx, "/rows")
	for name := range strings.FieldsSeq(string(data)) {
		in.Yield(in.NewInstance(name).Set("ensure", value.Present()))
	}
	return err
}

func (p rows) Flush(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return p.WriteBatch(ctx, wr, []*ral.Resource{r})[0]
}

func (rows) WriteBatch(ctx context.Context, wr host.Writer, all []*ral.Resource) []error {
	data, err := wr.Reader().ReadFile(ctx, "/rows")
	for _, r := range all {
		data = append(data, r.Name()+"\n"...)
	}
	if err == nil {
		err = wr.WriteFile(ctx, "/rows", data, host.WriteOptions{})
	}
	errs := make([]error, len(all))
	for i := range errs {
		errs[i] = err
	}
	return errs
}

// row returns a registry with a type that generates, right before it is read, a
// row with an x appended to its name.
func row(listed *int) *ral.Registry {
	reg := ral.NewRegistry()
	reg.Add(ral.Type{
		Name: "row",
		Attributes: []*ral.Attribute{
			{Name: "name", Kind: ral.Param, Namevar: true}, standard.Ensure("."), {Name: "twin", Kind: ral.Param},
		},
		EvalGenerate: func(_ context.Context, _ host.Reader, r *ral.Resource) ([]ral.Decl, error) {
			if !r.Has("twin") {
				return nil, nil
			}
			return []ral.Decl{some("row", r.Get("twin").Text())}, nil
		},
	}, ral.Provider{Name: "rows", New: func() any { return rows{listed} }})
	reg.Add(ral.Type{
		Name: "plain", Attributes: []*ral.Attribute{{Name: "name", Kind: ral.Param, Namevar: true}, standard.Ensure(".")},
	}, ral.Provider{Name: "plain", New: func() any { return rows{listed} }})
	return reg
}

// A provider that lists is listed twice for a whole batch: before and after.
func TestBatchIsListedOnce(t *testing.T) {
	listed := 0
	fake := fakehost.New(map[string]string{"/rows": "old\n"})
	env := onhost.NewEnv(row(&listed), fake.Reader(), nil)
	var decls []ral.Decl
	for i := range 20 {
		decls = append(decls, some("plain", fmt.Sprint("r", i)))
	}
	w := world{fake, env}
	plan := planOf(t, w, decls...)
	listed = 0
	rep, err := plan.Apply(t.Context(), fake.Writer(), transaction.Options{})
	if err != nil || rep.Changes() != 20 || !rep.OK() {
		t.Fatal(err, rep.Summary())
	}
	if listed != 2 {
		t.Errorf("listed %d times", listed)
	}
}

// A generated resource comes right after its parent, and so ends the batch.
func TestBatchOfWhatGenerates(t *testing.T) {
	listed := 0
	fake := fakehost.New(map[string]string{"/rows": ""})
	w := world{fake, onhost.NewEnv(row(&listed), fake.Reader(), nil)}
	rep := applied(t, w, some("row", "a", "twin", "ax"), some("row", "b", "require", "Row[a]"), some("row", "c"))
	if got := statuses(rep); got != "[a=changed ax=changed b=changed c=changed]" {
		t.Error(got)
	}
	w.has(t, "/rows", "a\nax\nb\nc\n")
}
