package remote

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"ralsh/ral"
	"ralsh/ui/cli/change"
	"ralsh/ui/cli/clitest"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/explain"
	"ralsh/ui/cli/output"
	"ralsh/ui/cli/puppet"
)

// tree returns the commands that run on many hosts, as the program has them.
func tree() *cobra.Command {
	a := command.New(command.Env{Registry: ral.NewRegistry()}, output.Streams{})
	root := &cobra.Command{Use: "ralsh"}
	root.PersistentFlags().StringVar(&a.Root, "root", "", "")
	root.AddCommand(explain.Commands(a)...)
	root.AddCommand(change.Commands(a)...)
	puppet.AddFlags(root)
	return root
}

// TestReadCommand holds that a command line for many hosts is understood as it is run over
// there: what changes something is planned first, and the flags of the plan win.
func TestReadCommand(t *testing.T) {
	for _, c := range []struct {
		line   string
		change bool
		stdin  bool
		output string
		with   string // with --noop=true
	}{
		{"facts os.name", false, false, "text", "facts os.name --noop=true"},
		{"facts -o json", false, false, "json", "facts -o json --noop=true"},
		{"resource user alice", false, false, "text", "resource user alice --noop=true"},
		{"resource user alice provider=useradd", false, false, "text", "resource user alice provider=useradd --noop=true"},
		{"resource user provider=x shell=/bin/sh", true, false, "text", "resource user provider=x shell=/bin/sh --noop=true"},
		{"resource user provider=alice shell=/bin/sh", true, false, "text", "resource user provider=alice shell=/bin/sh --noop=true"},
		{"resource user alice shell=/bin/sh", true, false, "text", "resource user alice shell=/bin/sh --noop=true"},
		{"resource user alice shell=/bin/sh --noop=false -ojsonl", true, false, "jsonl", "resource user alice shell=/bin/sh --noop=false -ojsonl --noop=true"},
		{"apply - --output=json", true, true, "json", "apply - --output=json --noop=true"},
		{"apply -e x -- a.pp", true, false, "text", "apply -e x --noop=true -- a.pp"},
		{"apply -- -", true, true, "text", "apply --noop=true -- -"},
		{"apply -e -- a.pp", true, false, "text", "apply -e -- a.pp --noop=true"},
		{"apply -e -- -- a.pp", true, false, "text", "apply -e -- --noop=true -- a.pp"},
		{"--root /x apply a.pp", true, false, "text", "--root /x apply a.pp --noop=true"},
		{"apply --parseonly a.pp", false, false, "text", "apply --parseonly a.pp --noop=true"},
		{"undo", true, false, "text", "undo --noop=true"},
		{"--where", false, false, "text", "--noop=true --where"},
	} {
		got, err := ReadCommand(tree, strings.Fields(c.line))
		if err != nil {
			t.Errorf("%s: %v", c.line, err)
			continue
		}
		if with := strings.Join(got.With("--noop=true"), " "); got.Change != c.change || got.stdin != c.stdin || got.output != c.output || with != c.with {
			t.Errorf("%s: a change %t, standard input %t, output %s, and with a flag %q", c.line, got.Change, got.stdin, got.output, with)
		}
		if !got.Change {
			continue
		}
		if planned, err := ReadCommand(tree, got.With("--noop=true")); err != nil || !planned.Noop {
			t.Errorf("%s: its plan is no plan, %v", c.line, err)
		}
	}
	for _, line := range []string{
		"", "demo", "nosuch", "plugin sync", "module test x", "completion bash", "resource user x --edit", "resource user x a=b -o yaml", "apply",
		"facts --nosuch", "apply a.pp --noop --if-plan x", "resource user x --show-secrets", "--mouse",
	} {
		if got, err := ReadCommand(tree, strings.Fields(line)); err == nil {
			t.Errorf("%q is taken: %+v", line, got)
		}
	}
}

func TestIsFleet(t *testing.T) {
	for line, want := range map[string]bool{
		"web1 facts": false, "web1": false, "web1 --where": false, "web1 --root x facts": false, "web1 --": false,
		"web1 --limit 2 facts": true, "web1 --yes facts": true, "web1 --inventory=x facts": true, "a,b facts": true, "@db": true,
	} {
		words := strings.Fields(line)
		if got := isFleet(words[0], words[1:]); got != want {
			t.Errorf("%s: many hosts %t", line, got)
		}
	}
}

// TestCannotAsk holds that the stream is named by which a question cannot be asked.
func TestCannotAsk(t *testing.T) {
	for _, c := range []struct {
		declared, in, errs bool // what standard input has, and which streams are terminals
		want               string
	}{
		{false, true, true, ""},
		{true, true, true, "standard input contains the declarations"},
		{false, false, true, "standard input is not a terminal"},
		{false, true, false, "standard error is not a terminal"},
		{false, false, false, "standard input is not a terminal"},
	} {
		m := &many{line: line{Caller: Caller{command.New(command.Env{}, output.Streams{InTerminal: c.in, ErrTerminal: c.errs})}}, command: &Command{stdin: c.declared}}
		if got := m.cannotAsk(); !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

// TestManyHostsFlagText holds that no flag for many hosts prints an error of a Go package.
func TestManyHostsFlagText(t *testing.T) { clitest.FlagText(t, (&fleetFlags{}).set()) }
