package host_test

import (
	"reflect"
	"slices"
	"testing"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/internal/key"
	"ralsh/ral/host/local"
	"ralsh/ral/host/record"
)

// A Reader gives no access to a writing method, by any exported method or
// field.
func TestLookHoldsNoWayToChange(t *testing.T) {
	readers := map[string]host.Reader{
		"machine": local.Machine().Reader(), "fake": fakehost.New(nil).Reader(),
		"recorder": record.New(local.Machine().Reader()).Reader(), "change": local.Machine().Writer().Reader(),
		"allowed": local.Machine().Reader().Allow(host.Query{Name: "true"}),
	}
	for name, rd := range readers {
		if _, ok := any(rd).(host.Writer); ok {
			t.Errorf("%s: a Look is a Change", name)
		}
		if _, ok := host.Unwrap(key.Key{}, rd).(host.WriteBackend); ok {
			t.Errorf("%s: what a Look stands on can write", name)
		}
	}
	forbidden := map[reflect.Type]bool{
		reflect.TypeFor[host.Writer](): true, reflect.TypeFor[host.Host](): true,
		reflect.TypeFor[*record.Recorder](): true, reflect.TypeFor[*fakehost.Host](): true,
	}
	for _, way := range reach(reflect.TypeFor[host.Reader](), "Look", forbidden, map[reflect.Type]bool{}) {
		t.Errorf("%s leads to what writes", way)
	}
}

func TestReachFindsAWay(t *testing.T) {
	type sly struct{ Way func() []host.Writer }
	forbidden := map[reflect.Type]bool{reflect.TypeFor[host.Writer](): true}
	got := reach(reflect.TypeFor[*sly](), "sly", forbidden, map[reflect.Type]bool{})
	if want := []string{"sly[].Way()[]"}; !slices.Equal(got, want) {
		t.Errorf("ways to a Change: %q, want %q", got, want)
	}
}

// reach returns the ways from a type to a forbidden one.
func reach(from reflect.Type, way string, forbidden, seen map[reflect.Type]bool) (ways []string) {
	if forbidden[from] {
		return []string{way}
	}
	if seen[from] {
		return nil
	}
	seen[from] = true
	follow := func(to reflect.Type, step string) {
		ways = append(ways, reach(to, way+step, forbidden, seen)...)
	}
	for m := range from.Methods() {
		follow(m.Type, "."+m.Name)
	}
	switch from.Kind() {
	case reflect.Func:
		for out := range from.Outs() {
			follow(out, "()")
		}
	case reflect.Struct:
		for field := range from.Fields() {
			if field.IsExported() {
				follow(field.Type, "."+field.Name)
			}
		}
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Chan, reflect.Map:
		follow(from.Elem(), "[]")
	}
	return ways
}
