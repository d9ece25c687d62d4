//go:build linux

package command_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"ralsh/ui/agent/command"
)

func TestCommandLines(t *testing.T) {
	for _, c := range []struct {
		args        string
		status      int
		out, errors string
	}{
		{"", 2, "", "ralsh-agent connects hosts"},
		{"--", 2, "", "ralsh-agent: missing command"},
		{"--version=false", 2, "", "ralsh-agent: missing command"},
		{"--help", 0, "Commands for admins:\n  last", ""},
		{"help setup", 0, "ralsh-agent setup DIR [flags]", ""},
		{"--version", 0, "ralsh-agent 1.2.3 (commit c0ffee, go", ""},
		{"sing", 2, "", `ralsh-agent: unknown command "sing": ralsh-agent --help lists the commands`},
		{"stat", 2, "", `ralsh-agent: unknown command "stat" (did you mean stats?)`},
		{"--sing", 2, "", "ralsh-agent: unknown flag: --sing"},
		{"setup", 2, "", "setup takes exactly 1 argument"},
		{"setup a b", 2, "", "setup takes exactly 1 argument"},
		{"setup a --hots web1", 2, "", "unknown flag: --hots"},
		{"setup a --buckets --host web1", 2, "", "--buckets cannot be combined with other flags"},
		{"setup a --buckets", 1, "", "a is not set up with --jetstream"},
		{"setup a --host web1", 1, "", "--server is required"},
		{"setup a --server b --host \x1b]0;x", 1, "", "a bracket is not opened"},
		{"serve now", 2, "", "serve takes no arguments but flags"},
		{"ask web1", 2, "", "ask takes no arguments: ralsh starts it"},
		{"order x", 2, "", "order takes no arguments"},
		{"run x", 2, "", "run takes no arguments"},
		{"orders x", 2, "", "orders takes no arguments"},
		{"orders -o yaml", 2, "", "expected text or json"},
		{"stats -o", 2, "", "flag needs an argument: 'o' in -o"},
		{"last", 2, "", "usage: ralsh-agent last facts HOST"},
		{"last keys web1", 2, "", "usage: ralsh-agent last facts HOST"},
		{"last facts a*b", 2, "", "a*b"},
		{"\x1b]0;x", 2, "", "unknown command"},
	} {
		t.Run(c.args, func(t *testing.T) {
			t.Chdir(t.TempDir())
			var out, errs bytes.Buffer
			status := command.Main(strings.Fields(c.args), "1.2.3", "c0ffee", &out, &errs)
			if status != c.status || !strings.Contains(out.String(), c.out) || !strings.Contains(errs.String(), c.errors) || strings.Contains(errs.String(), "\x1b") {
				t.Errorf("status %d\n%s%s", status, out.String(), errs.String())
			}
		})
	}
}

// Each command has its help, and completion knows the commands and the forms.
func TestHelpAndCompletion(t *testing.T) {
	ask := func(args ...string) string {
		var out, errs bytes.Buffer
		if status := command.Main(args, "1.2.3", "c0ffee", &out, &errs); status != 0 {
			t.Errorf("%q: status %d, %s", args, status, errs.String())
		}
		return out.String()
	}
	names := ask(cobra.ShellCompNoDescRequestCmd, "")
	for _, cmd := range command.Commands().Commands() {
		if help := ask(cmd.Name(), "--help"); !strings.Contains(help, "ralsh-agent "+cmd.Use) {
			t.Errorf("%s --help is\n%s", cmd.Name(), help)
		}
		if !strings.Contains(names, cmd.Name()+"\n") {
			t.Errorf("completion does not offer %s", cmd.Name())
		}
	}
	for words, want := range map[string]string{"orders -o j": "json\n", "stats --output t": "text\n", "last f": "facts\n", "setup --ser": "--server\n"} {
		if got := ask(append([]string{cobra.ShellCompNoDescRequestCmd}, strings.Fields(words)...)...); !strings.Contains(got, want) {
			t.Errorf("completion of %q is %q", words, got)
		}
	}
	for _, shell := range []string{"bash", "zsh", "fish"} {
		if script := ask("completion", shell); !strings.Contains(script, "ralsh-agent") {
			t.Errorf("completion for %s is %q", shell, script)
		}
	}
}
