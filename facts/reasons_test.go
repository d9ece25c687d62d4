package facts

import (
	"testing"

	"ralsh/ral/host"
)

// A fact without a value says why.
func TestReasons(t *testing.T) {
	f := With(host.NewFake(map[string]string{conf: `facts : { blocklist : [ "kernel" ] }`}).Look(), Options{})
	for name, want := range map[string]string{
		"kernel":           "kernel has no value: blocked by " + conf,
		"os.name":          "os.name has no value: no /etc/os-release, nor another file that names the distribution",
		"os.release.major": "os.release.major has no value: no /etc/os-release, nor another file that names the distribution",
		"dmi":              "there is no /sys/class/dmi/id: this kernel knows of no firmware tables",
		"ssh":              "there is no public host key, as /etc/ssh/ssh_host_ed25519_key.pub",
		"nothing":          "",
	} {
		_, fact, err := f.Ask(t.Context(), name)
		got := fact.Without()
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
