package draft_test

import (
	"testing"
	"time"

	"ralsh/model/draft"
	"ralsh/providers"
	"ralsh/ral"
	"ralsh/ral/raltest/real"
)

// namesLimit is the limit for Names on two drafts.
const namesLimit = 3 * time.Microsecond

// twoDrafts returns a draft that requires another one.
func twoDrafts(tb testing.TB) (d, other *draft.Draft) {
	tb.Helper()
	reg := ral.NewRegistry()
	providers.Register(reg)
	d, other = draft.New(reg.Type("user"), "deploy", nil, nil), draft.New(reg.Type("group"), "www-data", nil, nil)
	d.Set("require", `Package['nginx'], Group[www-data]`)
	return d, other
}

func BenchmarkNames(b *testing.B) {
	d, other := twoDrafts(b)
	b.ReportAllocs()
	for b.Loop() {
		if !draft.Names(d, other) || draft.Names(other, d) {
			b.Fatal("the user requires the group")
		}
	}
}

// TestLimitNames limits the time of a look for relationships, which is made for
// each pair of drafts.
func TestLimitNames(t *testing.T) {
	real.Limits(t)
	real.WithinLeast(t, "the relationships of two drafts", namesLimit, func() time.Duration {
		return time.Duration(testing.Benchmark(BenchmarkNames).NsPerOp())
	})
}
