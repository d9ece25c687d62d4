package e2e_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ralsh/ral/raltest/real"
)

// TestConfigurationUnread runs a command as a user who may not read config.yaml: it says so
// once, and uses the default settings.
func TestConfigurationUnread(t *testing.T) {
	t.Parallel()
	dir := openTo(t)
	config := filepath.Join(dir, "ralsh", "config.yaml")
	real.Write(t, config, "mouse: true\n", 0o000)
	argv := append(ordinary(), "env", "XDG_CONFIG_HOME="+dir, "XDG_STATE_HOME="+filepath.Join(dir, "state"), real.Binary(t), "apply", "--noop", "-e", `notify { "a": }`)
	out, err := exec.Command(argv[0], argv[1:]...).CombinedOutput()
	want := "cannot read the configuration: " + config + ": permission denied; ralsh uses the default settings\n"
	if err != nil || strings.Count(string(out), want) != 1 {
		t.Errorf("%v\n%s", err, out)
	}
}
