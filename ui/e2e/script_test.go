package e2e_test

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestScript runs the whole program in the scripts of testdata/script.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		// Each script has its own journal and configuration, not this machine's.
		Setup: func(env *testscript.Env) error {
			env.Setenv("XDG_STATE_HOME", env.WorkDir+"/.state")
			env.Setenv("XDG_CONFIG_HOME", env.WorkDir+"/config")
			return nil
		},
		Condition: func(cond string) (bool, error) {
			return cond == "root" && os.Getuid() == 0, nil
		},
	})
}
