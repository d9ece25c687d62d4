package star_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ralsh/ral/host/fakehost"
	"ralsh/ral/modules/star"
)

// The value of a fact is one function, or a dict of functions, its chunks in order.
func TestChunks(t *testing.T) {
	rd := fakehost.New(nil).Reader()
	f := load(t, `fact("f", {"b": lambda self: [1], "a": lambda self: fail("not here")}, timeout = 3)`).Facts[0]
	var got []string
	for _, c := range f.Chunks {
		v, err := f.ResolveChunk(t.Context(), rd, nil, c)
		got = append(got, fmt.Sprint(c.Name, " ", v.Inspect(), " ", err))
	}
	if want := []string{"b [1] <nil>", "a nil not here"}; !slices.Equal(got, want) || f.Timeout != 3*time.Second {
		t.Errorf("got %q, %s, want %q", got, f.Timeout, want)
	}
	if one := load(t, `fact("f", lambda self: 7)`).Facts[0]; one.Chunks != nil || one.Timeout != 0 {
		t.Errorf("%d chunks, %s", len(one.Chunks), one.Timeout)
	}
	for code, want := range map[string]string{
		`fact("f", {})`:                           "the value of f must be a function or a dict of functions, not a dict",
		`fact("f", 7)`:                            "the value of f must be a function or a dict of functions, not a number",
		`fact("f", {"a": 7})`:                     "chunk a of f must be a function, not a number",
		`fact("f", {7: lambda self: 1})`:          "fact f",
		`fact("f", lambda self: 1, timeout = -1)`: "timeout must be a positive number of seconds, not -1",
	} {
		_, err := star.NewSpace().Load(t.Context(), star.Source{Module: "m", Path: "t.star", Text: []byte(code)})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", code, err, want)
		}
	}
}
