package cli

import (
	"bytes"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"ralsh/ral"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
	"ralsh/ui/cli/puppet"
)

// TestPuppetWordsAreRun holds that scripts run every spelling of every word, and
// the command that each refusal names.
func TestPuppetWordsAreRun(t *testing.T) {
	var lines [][]string
	for _, name := range []string{"puppetwords", "puppetapply", "puppetfacts"} {
		script, err := os.ReadFile("../e2e/testdata/script/" + name + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(script)) {
			if words := strings.Fields(regexp.MustCompile(`^(! |\[root\] )*`).ReplaceAllString(line, "")); len(words) > 1 && words[0] == "ralsh" {
				lines = append(lines, words[1:])
			}
		}
	}
	for _, w := range puppet.Terms() {
		typed := [][]string{w.Spellings()}
		if w.On != "" {
			typed = [][]string{strings.Fields(w.On + " " + w.Typed)}
		}
		if w.IsFlag() {
			typed = nil
			for _, flag := range w.Spellings() {
				typed = append(typed, strings.Fields(w.On+" "+flag))
			}
		}
		if w.Rejected {
			typed = append(typed, strings.Fields(w.Here)[1:])
		}
		for _, words := range typed {
			if !slices.ContainsFunc(lines, func(line []string) bool { return inOrder(line, words) }) {
				t.Errorf("no script runs ralsh %s", strings.Join(words, " "))
			}
		}
	}
}

// inOrder reports whether a command line begins with the first of some words and
// has the others after it in their order.
func inOrder(line, words []string) bool {
	if line[0] != words[0] {
		return false
	}
	for _, word := range line {
		name, isAttribute := strings.CutSuffix(strings.Join(words[:min(1, len(words))], ""), "NAME")
		if len(words) > 0 && (word == words[0] || isAttribute && strings.HasPrefix(word, name)) {
			words = words[1:]
		}
	}
	return len(words) == 0
}

// TestPuppetWordsAreRefused holds that each refusal is one line with the command
// to use instead, and ends with 2, whatever else is typed.
func TestPuppetWordsAreRefused(t *testing.T) {
	for _, w := range puppet.Terms() {
		if !w.Rejected {
			continue
		}
		typed := [][]string{append(w.Spellings(), "--unknown", "x")}
		if w.IsFlag() {
			typed = nil
			for _, flag := range w.Spellings() {
				typed = append(typed, []string{w.On, flag, "x"})
			}
		}
		for _, args := range typed {
			var out, errs bytes.Buffer
			status := Main(t.Context(), Program{Env: command.Env{Args: args, Registry: ral.NewRegistry()}, Streams: output.Streams{Out: &out, Err: &errs}})
			text := errs.String()
			if status != command.BadUsage || out.Len() > 0 || strings.Count(text, "\n") != 1 || !strings.HasSuffix(text, " (use: "+w.Here+")\n") {
				t.Errorf("ralsh %s ends with %d and prints %q, %q", strings.Join(args, " "), status, out.String(), text)
			}
		}
	}
}

// TestPuppetWordsAreHidden holds that neither the list of flags nor completion
// has the words of Puppet.
func TestPuppetWordsAreHidden(t *testing.T) {
	root := Commands(ral.NewRegistry())
	for _, w := range puppet.Terms() {
		if strings.Contains(w.Typed, "=") {
			continue
		}
		cmd, _, err := root.Find(strings.Fields(w.On))
		if err != nil {
			t.Fatal(err)
		}
		if !w.IsFlag() {
			words := strings.Fields(w.On + " " + w.Typed)
			cmd, _, err = root.Find(words)
			if err != nil || cmd.Name() == words[len(words)-1] && available(cmd, root) {
				t.Errorf("ralsh %s is a command of its own, %v", w.Typed, err)
			}
			continue
		}
		flag := cmd.Flag(strings.TrimPrefix(w.Spellings()[0], "--"))
		switch {
		case w.Rejected && flag != nil:
			t.Errorf("ralsh %s %s is refused and defined", w.On, w.Typed)
		case !w.Rejected && flag == nil:
			t.Errorf("ralsh %s %s is not defined", w.On, w.Typed)
		case !w.Rejected && !flag.Hidden && w.Sets != nil:
			t.Errorf("ralsh %s %s is not hidden", w.On, w.Typed)
		}
	}
}

func available(cmd, root *cobra.Command) bool {
	return cmd != root && cmd.IsAvailableCommand() && !cmd.HasSubCommands()
}
