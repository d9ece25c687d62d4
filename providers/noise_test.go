package providers_test

import (
	"testing"

	"ralsh/providers"
	"ralsh/ral"
	"ralsh/ral/noise"
)

// TestClasses holds what a comparison of two hosts leaves out, and that each pattern is
// valid.
func TestClasses(t *testing.T) {
	reg := ral.NewRegistry()
	providers.Register(reg)
	for _, typ := range reg.Types() {
		for _, a := range typ.Order() {
			for _, named := range a.Classes {
				if err := named.Names.Compile(); err != nil {
					t.Errorf("%s of %s: %v", a.Name, typ.Name, err)
				}
			}
			if a.SetBy != "" && reg.Type(a.SetBy) == nil {
				t.Errorf("%s of %s is set by %s, which is no type", a.Name, typ.Name, a.SetBy)
			}
			if a.NumberOf != "" && (reg.Type(a.NumberOf) == nil || reg.Type(a.NumberOf).Attr(a.Name) == nil) {
				t.Errorf("%s of %s is no number of a %s", a.Name, typ.Name, a.NumberOf)
			}
		}
	}
	for _, c := range []struct {
		typ, attr, title string
		want             noise.Class
	}{
		{"user", "uid", "alice", noise.Identity},
		{"user", "gid", "alice", noise.Chosen},
		{"user", "shell", "alice", noise.Chosen},
		{"group", "gid", "staff", noise.Identity},
		{"sysctl", "live", "fs.dentry-state", noise.Volatile},
		{"sysctl", "value", "fs.dentry-state", noise.Chosen},
		{"sysctl", "live", "net.ipv4.ip_forward", noise.Chosen},
		{"sysctl", "live", "net.ipv4.conf.eth0.forwarding", noise.State},
		{"sysctl", "live", "net.ipv4.conf.all.forwarding", noise.Chosen},
		{"sysctl", "live", "net.ipv6.conf.default.accept_ra", noise.Chosen},
		{"sysctl", "live", "net.ipv4.conf.allium.forwarding", noise.State},
		{"sysctl", "live", "net.ipv4.neigh.default.gc_thresh1", noise.Chosen},
		{"sysctl", "live", "kernel.hostname", noise.Identity},
		{"kmod", "loaded", "dummy", noise.State},
		{"package", "status", "nginx", noise.State},
		{"package", "ensure", "nginx", noise.Chosen},
		{"file", "mtime", "/etc/motd", noise.Volatile},
		{"dnszone", "serial", "example.com", noise.Volatile},
	} {
		if got := reg.Type(c.typ).Attr(c.attr).ClassFor(c.title); got != c.want {
			t.Errorf("%s of %s %s is %s, want %s", c.attr, c.typ, c.title, got, c.want)
		}
	}
}
