package e2e_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"ralsh/ral/raltest/real"
)

// TestLimitEntries plans many resources of each type that are in sync: 20,000 entries
// of /etc/hosts in a second, and for each type ten times as many in at most twelve
// times the processor time.
func TestLimitEntries(t *testing.T) {
	real.Limits(t)
	real.Full(t)
	bin := real.Binary(t)
	for _, k := range kinds {
		if !k.has(inSync) {
			continue
		}
		t.Run(k.name+k.note, func(t *testing.T) {
			root, catalog := k.catalog(t, 20_000, inSync)
			if k.name == "host" {
				real.WithinBest(t, "20,000 hosts", time.Second, func() { planned(t, bin, root, catalog, 20_000, inSync, 1) })
			}
			linear(t, bin, k, 2_000, 20_000, 12, inSync)
		})
	}
}

// TestLimitNewEntries plans many new resources: four times as many in at most six
// times the processor time.
func TestLimitNewEntries(t *testing.T) {
	real.Limits(t)
	real.Full(t)
	bin := real.Binary(t)
	for _, k := range kinds {
		if !k.has(created) {
			continue
		}
		t.Run(k.name+k.note, func(t *testing.T) { linear(t, bin, k, 2_000, 8_000, 6, created) })
	}
}

// TestLimitNewAccounts plans new users and groups in a few times the processor time of as many
// new hosts: an account is a command, which is found on PATH, and a line in several files.
func TestLimitNewAccounts(t *testing.T) {
	real.Limits(t)
	real.Full(t)
	bin := real.Binary(t)
	took := func(name string, n int) time.Duration {
		i := slices.IndexFunc(kinds, func(k kind) bool { return k.name == name })
		root, catalog := kinds[i].catalog(t, n, created)
		return planned(t, bin, root, catalog, n, created, 5).cpu
	}
	for _, n := range []int{500, 1_000, 2_000} {
		host := took("host", n)
		for name, most := range map[string]float64{"user": 6, "group": 4} {
			account := took(name, n)
			what := fmt.Sprintf("%d new resources of type %s, %.1f times that of hosts", n, name, account.Seconds()/host.Seconds())
			real.Within(t, what, account, time.Duration(most*float64(host)))
		}
	}
}

// TestLimitRemovedEntries plans the removal of many resources, each a line of one file:
// four times as many in at most six times the processor time.
func TestLimitRemovedEntries(t *testing.T) {
	real.Limits(t)
	real.Full(t)
	bin := real.Binary(t)
	for _, k := range kinds {
		if !k.has(removed) {
			continue
		}
		t.Run(k.name+k.note, func(t *testing.T) { linear(t, bin, k, 2_000, 8_000, 6, removed) })
	}
}

// linear checks that many resources take at most a factor of what a few take.
func linear(t *testing.T, bin string, k kind, few, many int, most float64, as state) {
	t.Helper()
	used := make(map[int]time.Duration)
	for _, n := range []int{few, many} {
		root, catalog := k.catalog(t, n, as)
		best := planned(t, bin, root, catalog, n, as, 3)
		for round := 0; round < 6 && used[few] > 0 && best.cpu.Seconds() > most*used[few].Seconds(); round++ {
			best.cpu = min(best.cpu, planned(t, bin, root, catalog, n, as, 1).cpu)
		}
		used[n] = best.cpu
		t.Logf("%d: ralsh apply --noop in %v, %v of the processors, %d MiB", n, best.wall.Round(time.Millisecond), best.cpu.Round(time.Millisecond), best.kib>>10)
	}
	real.Grows(t, fmt.Sprintf("%d and %d", few, many), used[few], used[many], most)
}
