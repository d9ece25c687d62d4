package cli

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"

	"ralsh/ral"
	"ralsh/ui/cli/output"
)

const (
	puppetPage = "../../docs/from-puppet.md"
	puppetMark = "<!-- The tables are written from ui/cli/puppetwords.go. -->\n"
)

// TestFromPuppetPage holds the tables of docs/from-puppet.md equal to the list.
// RALSH_GOLDEN=1 writes them.
func TestFromPuppetPage(t *testing.T) {
	page, err := os.ReadFile(puppetPage)
	if err != nil {
		t.Fatal(err)
	}
	head, got, found := strings.Cut(string(page), puppetMark)
	if os.Getenv("RALSH_GOLDEN") == "1" {
		if err := os.WriteFile(puppetPage, []byte(head+puppetMark+fromPuppet()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(fromPuppet(), got); !found || diff != "" {
		t.Errorf("%s, and the mark is there: %t", diff, found)
	}
}

// fromPuppet returns the tables of docs/from-puppet.md.
func fromPuppet() string {
	var b strings.Builder
	for _, on := range puppetCommands {
		fmt.Fprintf(&b, "\n## %s\n\n| you type | in ralsh | differences and reasons |\n|---|---|---|\n", puppetTitle(on))
		for _, w := range puppetWords() {
			if w.on == on {
				fmt.Fprintf(&b, "| `%s` | %s | %s |\n", w.usage(), hereInPage(w), w.note)
			}
		}
	}
	return b.String()
}

func hereInPage(w puppetWord) string {
	switch {
	case w.no:
		return "rejected: use `" + w.here + "`"
	case w.here == alwaysOn, w.here == theSame:
		return w.here
	}
	return "`" + w.here + "`"
}

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
	for _, w := range puppetWords() {
		typed := [][]string{w.spellings()}
		if w.on != "" {
			typed = [][]string{strings.Fields(w.on + " " + w.typed)}
		}
		if w.isFlag() {
			typed = nil
			for _, flag := range w.spellings() {
				typed = append(typed, strings.Fields(w.on+" "+flag))
			}
		}
		if w.no {
			typed = append(typed, strings.Fields(w.here)[1:])
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
	for _, w := range puppetWords() {
		if !w.no {
			continue
		}
		typed := [][]string{append(w.spellings(), "--unknown", "x")}
		if w.isFlag() {
			typed = nil
			for _, flag := range w.spellings() {
				typed = append(typed, []string{w.on, flag, "x"})
			}
		}
		for _, args := range typed {
			var out, errs bytes.Buffer
			status := Main(t.Context(), Program{Env: Env{Args: args, Registry: ral.NewRegistry()}, Streams: output.Streams{Out: &out, Err: &errs}})
			said := errs.String()
			if status != badUsage || out.Len() > 0 || strings.Count(said, "\n") != 1 || !strings.HasSuffix(said, " (use: "+w.here+")\n") {
				t.Errorf("ralsh %s ends with %d and prints %q, %q", strings.Join(args, " "), status, out.String(), said)
			}
		}
	}
}

// TestPuppetWordsAreHidden holds that neither the list of flags nor completion
// has the words of Puppet.
func TestPuppetWordsAreHidden(t *testing.T) {
	root := Commands(ral.NewRegistry())
	for _, w := range puppetWords() {
		if strings.Contains(w.typed, "=") {
			continue
		}
		cmd, _, err := root.Find(strings.Fields(w.on))
		if err != nil {
			t.Fatal(err)
		}
		if !w.isFlag() {
			words := strings.Fields(w.on + " " + w.typed)
			cmd, _, err = root.Find(words)
			if err != nil || cmd.Name() == words[len(words)-1] && available(cmd, root) {
				t.Errorf("ralsh %s is a command of its own, %v", w.typed, err)
			}
			continue
		}
		flag := cmd.Flag(strings.TrimPrefix(w.spellings()[0], "--"))
		switch {
		case w.no && flag != nil:
			t.Errorf("ralsh %s %s is refused and defined", w.on, w.typed)
		case !w.no && flag == nil:
			t.Errorf("ralsh %s %s is not defined", w.on, w.typed)
		case !w.no && !flag.Hidden && w.sets != nil:
			t.Errorf("ralsh %s %s is not hidden", w.on, w.typed)
		}
	}
}

func available(cmd, root *cobra.Command) bool {
	return cmd != root && cmd.IsAvailableCommand() && !cmd.HasSubCommands()
}
