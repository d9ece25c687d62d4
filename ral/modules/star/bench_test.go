package star_test

import (
	"testing"
	"time"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/raltest/real"
	"ralsh/ral/value"
)

// checked is an attribute with validate and munge hooks.
const checked = `
def _validate(v):
    if not v.startswith("/") or ".." in v.split("/"):
        fail("%s is no path" % v)

def _munge(v):
    return "/" + v.strip("/")

newtype("widget", attrs = [param("name", namevar = True), param("a", validate = _validate, munge = _munge)])
`

// BenchmarkValue validates and munges one value.
func BenchmarkValue(b *testing.B) {
	env := environment(b, checked, fakehost.New(nil).Reader())
	r, _ := env.Build(b.Context(), ral.Decl{Type: "widget", Title: "n"})
	a := r.Type.Attr("a")
	h, v := ral.Hook{Ctx: b.Context(), A: a, R: r}, value.Str("/srv/data/")
	for b.Loop() {
		if err := a.ValidateFn(h, v); err != nil {
			b.Fatal(err)
		}
		if m, err := a.MungeFn(h, v); err != nil || m.Raw() != "/srv/data" {
			b.Fatal(m, err)
		}
	}
}

// TestLimitValue limits it to 10 microseconds.
func TestLimitValue(t *testing.T) {
	real.Limits(t)
	result := testing.Benchmark(BenchmarkValue)
	real.Within(t, "validate and munge of one value", time.Duration(result.NsPerOp()), 10*time.Microsecond)
}
