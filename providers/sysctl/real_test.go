package sysctl

import (
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/local"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/real"
)

// TestReal uses the real tool and the real kernel: it runs in a root of its own
// with a network namespace of its own, and changes only network settings.
func TestReal(t *testing.T) {
	if real.Inside(t, nil) {
		s := suite()
		s.Host = func(t *testing.T) host.Host { return local.Machine() }
		s.Watch = []string{"/etc/sysctl.conf", "/etc/sysctl.d", "/proc/sys/net/ipv4/ip_forward", "/proc/sys/net/ipv4/conf/lo"}
		s.Cases = s.Cases[:1]
		s.Cases = append(s.Cases, raltest.Case{
			Title: "net.ipv4.conf.lo.forwarding", Remove: "absent", With: []ral.Attr{raltest.A("target", "/etc/sysctl.d/60-lo.conf")},
			Create: []ral.Attr{raltest.A("value", "1")}, Changes: []ral.Attr{raltest.A("value", "0")},
		})
		s.Run(t)
	}
}

// BenchmarkList measures a listing of the machine's own kernel without changes,
// to be compared with sysctl -a.
func BenchmarkList(b *testing.B) {
	e := env(b, local.Machine())
	n := 0
	for b.Loop() {
		n = 0
		e.List(b.Context(), e.Registry.Type("sysctl"), func(ev onhost.ListEvent) { n += len(ev.Found) })
	}
	b.ReportMetric(float64(n), "settings")
}
