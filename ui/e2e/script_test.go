package e2e_test

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestScript runs the whole program over the stories in testdata/script.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		// The journal of a story is its own, and never this machine's; so is
		// what is configured.
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
