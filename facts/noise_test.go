package facts

import (
	"testing"

	"ralsh/ral/noise"
)

func TestClassOf(t *testing.T) {
	for _, named := range classes() {
		if err := named.Names.Compile(); err != nil {
			t.Error(err)
		}
	}
	for name, want := range map[string]noise.Class{
		"load_averages.1m": noise.Volatile, "memory.system.used_bytes": noise.Volatile, "mountpoints./srv/a.b.capacity": noise.Volatile,
		"system_uptime.days": noise.Volatile, "hypervisors.systemd_nspawn": noise.Identity,
		"networking.interfaces.eth0.operational_state": noise.Volatile,
		"networking.hostname":                          noise.Identity, "networking.interfaces.eth0.100.ip": noise.Identity, "ssh.rsa.key": noise.Identity,
		"dmi.product.uuid": noise.Identity, "networking.ip": noise.Identity,
		"path": noise.State, "mountpoints./.device": noise.State, "networking.interfaces.eth0.mtu": noise.State,
		"memory.system.total": noise.Chosen, "os.release.full": noise.Chosen, "kernelrelease": noise.Chosen, "pathological": noise.Chosen,
		"networking.domain": noise.Chosen, "timezone": noise.Chosen,
	} {
		if got := ClassOf(name); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}
