package cli

import (
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
	"ralsh/ui/cli/remote"
)

func TestOrdered(t *testing.T) {
	a := newApp(Program{Env: command.Env{Registry: ral.NewRegistry()}})
	digest := strings.Repeat("0a", 32)
	change := " --noop=false --if-plan=" + digest
	for _, c := range []struct{ want, line, run string }{
		{"plan", "apply -", "apply - --noop=true"},
		{"plan", "apply - --noop", "apply - --noop --noop=true"},
		{"plan", "apply - --noop=false", "apply - --noop=false --noop=true"},
		{"plan", "apply --noop=false -- -", "apply --noop=false --noop=true -- -"},
		{"plan", "apply -- --noop", "apply --noop=true -- --noop"},
		{"plan", "apply -e -- x.pp", "apply -e -- x.pp --noop=true"},
		{"plan", "resource user alice shell=/bin/sh -o jsonl", "resource user alice shell=/bin/sh -o jsonl --noop=true"},
		{"plan", "resource user provider=x shell=/bin/sh", "resource user provider=x shell=/bin/sh --noop=true"},
		{"plan", "resource user", "resource user --noop=true"},
		{"plan", "undo", "undo --noop=true"},
		{"plan", "undo 3 --along", "undo 3 --along --noop=true"},
		{"plan", "facts os.name", "facts os.name"},
		{"plan", "history 3 -o json", "history 3 -o json"},
		{digest, "apply - --output=jsonl", "apply - --output=jsonl" + change},
		{digest, "apply - --if-plan=0b,0c", "apply - --if-plan=0b,0c" + change},
		{digest, "apply --test -- -", "apply --test" + change + " -- -"},
		{digest, "resource user alice shell=/bin/sh", "resource user alice shell=/bin/sh" + change},
		{digest, "undo 3", "undo 3" + change},
	} {
		got, err := a.restricted(c.want, strings.Fields(c.line))
		if run := strings.Join(got, " "); err != nil || run != c.run {
			t.Errorf("%s %s: %q, %v", c.want, c.line, run, err)
			continue
		}
		read, err := remote.ReadCommand(a.tree, got)
		if err != nil || read.Noop != (c.want == "plan" && strings.Contains(c.run, "--noop")) || c.want != "plan" && strings.Join(read.Digests, ",") != digest {
			t.Errorf("%s is not read so: %+v, %v", c.run, read, err)
		}
	}
}

func TestOrderedRefuses(t *testing.T) {
	digest := strings.Repeat("0a", 32)
	for _, c := range []struct{ want, line string }{
		{"", "apply -"},
		{"apply", "apply -"},
		{digest[:62], "apply -"},
		{digest + "," + digest, "apply -"},
		{digest, "apply - --noop"},
		{digest, "facts"},
		{digest, "resource user alice"},
		{digest, "resource user alice provider=useradd"},
		{digest, "apply a.pp --parseonly"},
		{"plan", "apply - --if-plan=" + digest},
		{"plan", ""},
		{"plan", "--on=web1 facts"},
		{"plan", "--on web1 facts"},
		{"plan", "facts --on web1"},
		{"plan", "--looks facts"},
		{"plan", "--ordered=plan facts"},
		{"plan", "--handover"},
		{"plan", "--version"},
		{"plan", "--help"},
		{"plan", "apply --help"},
		{"plan", "--where"},
		{"plan", "--forget"},
		{"plan", "--root=/x facts"},
		{"plan", "facts --root /x"},
		{"plan", "facts --modulepath=/x"},
		{"plan", "facts --environment=x"},
		{"plan", "facts --external-dir=/x"},
		{"plan", "resource user alice --show-secrets"},
		{"plan", "resource user alice --show-secrets=false"},
		{"plan", "resource user alice --edit"},
		{"plan", "apply - --logdest /x"},
		{"plan", "apply - --nosuch"},
		{"plan", "apply - --no-op"},
		{"plan", "apply - --noo"},
		{"plan", "apply - --tags"}, // else it takes the flag that is put behind it
		{"plan", "demo"},
		{"plan", "plugin sync"},
		{"plan", "module test x"},
		{strings.Repeat("a", 64), "snapshot"},
		{"plan", "compare web1 now"},
		{"plan", "hosts"},
		{"plan", "help"},
		{"plan", "completion bash"},
		{"plan", "__complete facts"},
		{"plan", "nosuch"},
	} {
		a := newApp(Program{Env: command.Env{Registry: ral.NewRegistry()}})
		if got, err := a.restricted(c.want, strings.Fields(c.line)); err == nil {
			t.Errorf("%s %s: taken as %q", c.want, c.line, got)
		}
	}
}

// TestOrderedIsAsked checks that the restriction is one of the whole program.
func TestOrderedIsAsked(t *testing.T) {
	for _, line := range []string{"--ordered=plan --root=/x facts", "--ordered=plan", "--ordered= facts", "--ordered=plan --on=web1 facts", "facts --ordered=plan"} {
		var text strings.Builder
		status := Main(t.Context(), Program{
			Env:     command.Env{Args: strings.Fields(line), Registry: ral.NewRegistry()},
			Streams: output.Streams{Out: &text, Err: &text, Getenv: func(string) string { return "" }},
		})
		if status != command.BadUsage {
			t.Errorf("%s: status %d, %s", line, status, text.String())
		}
	}
}
