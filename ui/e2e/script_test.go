package e2e_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"ralsh/ral/raltest/real"
)

// TestScript runs the whole program in the scripts of testdata/script.
func TestScript(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		// Each script has its own journal and configuration, not this machine's.
		Setup: func(env *testscript.Env) error {
			env.Setenv("XDG_STATE_HOME", env.WorkDir+"/.state")
			env.Setenv("XDG_CONFIG_HOME", env.WorkDir+"/config")
			env.Setenv("GORACE", real.NoRaceSleep)
			web := httptest.NewServer(http.HandlerFunc(badWeb))
			env.Defer(web.Close)
			env.Setenv("WEB", web.URL)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
		Condition: func(cond string) (bool, error) {
			return cond == "root" && os.Getuid() == 0, nil
		},
	})
}

// exits is the command exits STATUS COMMAND ARGS ... of the scripts.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	err := ts.Exec(args[1], args[2:]...)
	if failed, ok := errors.AsType[*exec.ExitError](err); !ok || strconv.Itoa(failed.ExitCode()) != args[0] {
		ts.Fatalf("it ends with %v", err)
	}
}

// badWeb is the web server of the scripts, $WEB: it serves /file, and everything else
// badly.
func badWeb(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/file":
		_, _ = w.Write([]byte("from the web\n"))
	case "/loop":
		http.Redirect(w, r, "/loop", http.StatusFound)
	case "/scheme":
		http.Redirect(w, r, "file:///etc/shadow", http.StatusFound)
	case "/cut":
		w.Header().Set("Content-Length", "100")
		_, _ = w.Write([]byte("cut"))
	case "/large":
		for chunk := make([]byte, 1<<20); ; {
			if _, err := w.Write(chunk); err != nil {
				return
			}
		}
	case "/broken":
		http.Error(w, "out of order", http.StatusInternalServerError)
	default:
		http.NotFound(w, r)
	}
}
