package onhost

import (
	"context"
	"errors"
	"maps"
	"reflect"
	"slices"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/value"
)

// Each call of a provider is one span, and its results are passed on.
func TestSpans(t *testing.T) {
	p, f := &ral.Provider{Name: "own"}, fakehost.New(nil)
	m := measured{p, f.Reader()}
	var seen []Work
	ctx := WithSpans(t.Context(), func(s Span) {
		if s.Provider != p || s.Elapsed < 0 {
			t.Errorf("%+v", s)
		}
		seen = append(seen, s.Work)
	})
	failed := errors.New("failed")
	inst := &ral.Instance{Name: "found"}
	write := func(context.Context, host.Writer, *ral.Resource) error { return failed }
	ops := m.writes(m.reads(ral.Ops{
		List:     func(context.Context, *ral.Listing) error { return failed },
		Retrieve: func(context.Context, host.Reader, *ral.Resource) (*ral.Instance, error) { return inst, failed },
		Resolve:  func(context.Context, host.Reader, *ral.Resource) ([]ral.Attr, error) { return nil, failed },
		ModuleOps: ral.ModuleOps{
			Exists: func(context.Context, host.Reader, *ral.Resource) (bool, error) { return true, failed },
			Get: func(context.Context, host.Reader, *ral.Resource, string) (value.Value, error) {
				return value.Int(7), failed
			},
			Finish: func(context.Context, host.Reader) error { return failed },
			Call:   func(context.Context, host.Writer, *ral.Resource, string) error { return failed },
		},
		InSync: func(context.Context, host.Reader, *ral.Resource, string, value.Value, value.Value) (bool, bool, error) {
			return true, true, failed
		},
		Predict: func(context.Context, host.Reader, *ral.Resource, string, value.Value) (ral.Prediction, error) {
			return ral.Prediction{}, failed
		},
		Precheck: func(context.Context, host.Reader, ral.PlannedState, *ral.Resource, string, value.Value) error {
			return failed
		},
		Create: write, Destroy: write, Flush: write, Refresh: write,
		Set: func(context.Context, host.Writer, *ral.Resource, string, value.Value) error { return failed },
		Group: ral.Group{
			Prefetch: func(context.Context, host.Reader, []*ral.Resource) error { return failed },
			Write:    func(context.Context, host.Writer, []*ral.Resource) []error { return []error{failed} },
		},
	}))
	rd, wr, none := f.Reader(), f.Writer(), value.Value{}
	got, err := ops.Retrieve(ctx, rd, nil)
	there, errThere := ops.Exists(ctx, rd, nil)
	is, errIs := ops.Get(ctx, rd, nil, "a")
	same, known, errSame := ops.InSync(ctx, rd, nil, "a", none, none)
	_, errResolve := ops.Resolve(ctx, rd, nil)
	_, errPredict := ops.Predict(ctx, rd, nil, "a", none)
	if n, _ := is.Int(); got != inst || !there || n != 7 || !same || !known {
		t.Errorf("%v %v %v %v %v", got, there, is, same, known)
	}
	for i, err := range append(ops.Group.Write(ctx, wr, nil),
		err, errThere, errIs, errSame, errResolve, errPredict, ops.List(ctx, nil), ops.Group.Prefetch(ctx, rd, nil), ops.Finish(ctx, rd),
		ops.Precheck(ctx, rd, nil, nil, "a", none), ops.Create(ctx, wr, nil), ops.Destroy(ctx, wr, nil), ops.Flush(ctx, wr, nil),
		ops.Refresh(ctx, wr, nil), ops.Set(ctx, wr, nil, "a", none), ops.Call(ctx, wr, nil, "m"),
	) {
		if !errors.Is(err, failed) {
			t.Errorf("call %d: %v", i, err)
		}
	}
	want := []Work{
		WorkRead, WorkRead, WorkRead, WorkCompare, WorkRead, WorkForesee, WorkChange, WorkList, WorkPrefetch, WorkFinish, WorkForesee,
		WorkChange, WorkChange, WorkChange, WorkChange, WorkChange, WorkChange,
	}
	if !slices.Equal(seen, want) {
		t.Errorf("%v", seen)
	}
	seen = nil
	if _ = ops.Create(t.Context(), wr, nil); len(seen) > 0 || m.writes(m.reads(ral.Ops{})).List != nil {
		t.Errorf("without an observer: %v", seen)
	}
}

// No method of a provider is forgotten: each makes a span, except those that only
// answer from memory.
func TestEveryMethodIsMeasured(t *testing.T) {
	free := []string{"Can", "Forget", "ForgetFiles"}
	var ops ral.Ops
	for _, f := range functions(reflect.ValueOf(&ops).Elem()) {
		f.Set(reflect.MakeFunc(f.Type(), func([]reflect.Value) (out []reflect.Value) {
			for j := range f.Type().NumOut() {
				out = append(out, reflect.Zero(f.Type().Out(j)))
			}
			return out
		}))
	}
	m := measured{&ral.Provider{Name: "own"}, fakehost.New(nil).Reader()}
	for name, f := range functions(reflect.ValueOf(m.writes(m.reads(ops)))) {
		if slices.Contains(free, name) {
			continue
		}
		spans := 0
		args := []reflect.Value{reflect.ValueOf(WithSpans(t.Context(), func(Span) { spans++ }))}
		for j := 1; j < f.Type().NumIn(); j++ {
			args = append(args, reflect.Zero(f.Type().In(j)))
		}
		if f.Call(args); spans != 1 {
			t.Errorf("%s makes %d spans", name, spans)
		}
	}
}

// functions returns the functions of a struct and of the structs in it, by name.
func functions(v reflect.Value) map[string]reflect.Value {
	all := make(map[string]reflect.Value)
	for i := range v.NumField() {
		switch f := v.Field(i); f.Kind() {
		case reflect.Func:
			all[v.Type().Field(i).Name] = f
		case reflect.Struct:
			maps.Copy(all, functions(f))
		}
	}
	return all
}
