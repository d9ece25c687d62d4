package filter_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"ralsh/model/filter"
	"ralsh/ral/raltest/real"
)

// costly are filters that cost as much as they may, of each kind.
var costly = [...]string{
	"family=Debian and memory>8GiB and not web[01-10]",
	"networking.interfaces.eth0.ip=192.0.2.1" + long(" or networking.interfaces.eth0.ip=192.0.2.1", 63),
	"*a*b*c*d*e*f*g*" + long(" or *a*b*c*d*e*f*g*", 63),
	"not slow~'(.?x?){100}y' or slow~'(.?x?){60}y'" + long(" or slow~xy", 10),
	"items=y" + long(" or items=y", 63),
}

// slowHost returns a host with facts that are made to be slow.
func slowHost(t testing.TB) filter.Facts {
	host := web1(t)
	host.Tree["slow"] = strings.Repeat("x", 200)
	items := make([]any, 300_000)
	for i := range items {
		items[i] = "x"
	}
	host.Tree["items"] = items
	return host
}

// TestLimitMatch holds that a filter is decided, or refused as too costly, within a
// millisecond, and that reading one takes no longer.
func TestLimitMatch(t *testing.T) {
	real.Limits(t)
	host := slowHost(t)
	for i, text := range costly {
		parsed, err := filter.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		real.WithinLeast(t, fmt.Sprint("filter ", i, ", processor time of a match"), time.Millisecond, func() time.Duration {
			return each(func() { _, _ = parsed.Match(host) })
		})
		real.WithinLeast(t, fmt.Sprint("filter ", i, ", processor time of reading it"), time.Millisecond, func() time.Duration {
			return each(func() { _, _ = filter.Parse(text) })
		})
	}
}

// each returns the processor time of one call.
func each(call func()) time.Duration {
	const rounds = 100
	before := real.CPU()
	for range rounds {
		call()
	}
	return (real.CPU() - before) / rounds
}

func BenchmarkMatch(b *testing.B) {
	host := slowHost(b)
	for i, text := range costly {
		parsed, err := filter.Parse(text)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprint(i), func(b *testing.B) {
			for b.Loop() {
				_, _ = parsed.Match(host)
			}
		})
	}
}

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		_, _ = filter.Parse(costly[0])
	}
}
