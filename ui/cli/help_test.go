package cli

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ralsh/ral"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
	"ralsh/ui/cli/remote"
	"ralsh/ui/cli/usage"
)

// TestHelp holds the help of each command to one tone: an imperative of at most 60
// characters without a full stop, phrases for flags, and a name for each value.
func TestHelp(t *testing.T) {
	var look func(cmd *cobra.Command)
	look = func(cmd *cobra.Command) {
		short := cmd.Short
		if n := len(short); n == 0 || n > 60 || strings.HasSuffix(short, ".") || !unicode.IsUpper(rune(short[0])) {
			t.Errorf("%s: %q, %d characters", cmd.CommandPath(), short, n)
		}
		if word, _, _ := strings.Cut(short, " "); strings.HasSuffix(strings.Trim(word, ","), "s") || word == "The" || word == "All" || word == "Every" || word == "What" {
			t.Errorf("%s: %q does not begin with an imperative", cmd.CommandPath(), short)
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			value, usage := pflag.UnquoteUsage(f)
			if value != strings.ToUpper(value) {
				t.Errorf("%s --%s: its value is called %q", cmd.CommandPath(), f.Name, value)
			}
			if strings.HasSuffix(usage, ".") || unicode.IsUpper(rune(usage[0])) && !strings.HasPrefix(usage, value) {
				t.Errorf("%s --%s: %q", cmd.CommandPath(), f.Name, usage)
			}
		})
		for _, c := range cmd.Commands() {
			look(c)
		}
	}
	look(Commands(ral.NewRegistry()))
}

// visit calls do with every command that the help lists.
func visit(cmd *cobra.Command, do func(*cobra.Command)) {
	do(cmd)
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() || c.Name() == "help" {
			visit(c, do)
		}
	}
}

// helpOf returns the output of a command line.
func helpOf(t *testing.T, line string) string {
	t.Helper()
	var out, errs bytes.Buffer
	args := strings.Fields(line)[1:]
	if status := Main(t.Context(), Program{
		Env:     command.Env{Args: args, Registry: ral.NewRegistry()},
		Streams: output.Streams{Out: &out, Err: &errs, Getenv: func(string) string { return "" }},
	}); status != command.Done {
		t.Fatalf("%s ends with %d: %s", line, status, errs.String())
	}
	return out.String()
}

// TestHelpFits holds that the help of the program fits a terminal of 80 columns and 40 lines,
// and that every other help fits 80 columns.
func TestHelpFits(t *testing.T) {
	if text := helpOf(t, "ralsh --help"); strings.Count(text, "\n") > 40 {
		t.Errorf("%d lines:\n%s", strings.Count(text, "\n"), text)
	}
	helps := []string{"ralsh help puppet"}
	visit(Commands(ral.NewRegistry()), func(cmd *cobra.Command) { helps = append(helps, cmd.CommandPath()+" --help") })
	for _, help := range helps {
		for line := range strings.Lines(helpOf(t, help)) {
			if n := len(strings.TrimSuffix(line, "\n")); n > helpColumns {
				t.Errorf("%s: %d columns: %s", help, n, line)
			}
		}
	}
}

// TestFlagGroups holds that every help lists each flag once, those that all commands have in
// their groups, and that the groups have no other flags.
func TestFlagGroups(t *testing.T) {
	used := map[string]bool{}
	visit(Commands(ral.NewRegistry()), func(cmd *cobra.Command) {
		text := "\n" + helpOf(t, cmd.CommandPath()+" --help")
		at := 0
		for _, g := range flagGroups() {
			if i := strings.Index(text, "\n"+g.title+":"); i > 0 {
				if i < at {
					t.Errorf("%s: %s are in another place", cmd.CommandPath(), g.title)
				}
				at = i
			}
		}
		for _, title := range []string{"General flags", "Remote flags", "Module flags", "Output flags"} {
			if !strings.Contains(text, "\n"+title+":") {
				t.Errorf("%s: there are no %s", cmd.CommandPath(), title)
			}
		}
		cmd.InitDefaultHelpFlag()
		for _, set := range []*pflag.FlagSet{cmd.LocalFlags(), cmd.InheritedFlags()} {
			for _, name := range usage.FlagNames(set) {
				used[name] = true
				listed := regexp.MustCompile(`(?m)^(?: +|  -\w, |\w+ flags: (?:--[a-z-]+, )*)--` + name + `[ ,\n]`)
				if n := len(listed.FindAllString(flagsText(cmd), -1)); n != 1 {
					t.Errorf("%s: --%s is listed %d times", cmd.CommandPath(), name, n)
				}
			}
		}
	})
	for _, g := range flagGroups() {
		for _, name := range g.flags {
			if !used[name] {
				t.Errorf("%s: no command has --%s", g.title, name)
			}
		}
	}
}

// TestEveryCommandHasExamples holds that each command has an example, and that its flags and
// arguments are accepted.
func TestEveryCommandHasExamples(t *testing.T) {
	root := Commands(ral.NewRegistry())
	visit(root, func(cmd *cobra.Command) {
		if cmd == root {
			return
		}
		shown := 0
		for line := range strings.Lines(cmd.Example) {
			for _, args := range ralshIn(line) {
				if of := parsedExample(t, args); of == cmd.CommandPath() || cmd.HasSubCommands() && strings.HasPrefix(of, cmd.CommandPath()+" ") {
					shown++
				}
			}
		}
		if shown == 0 {
			t.Errorf("%s has no example", cmd.CommandPath())
		}
	})
}

// ralshIn returns the arguments of each call of ralsh in a line for a shell.
func ralshIn(line string) (calls [][]string) {
	line, _, _ = strings.Cut(line, "  #")
	var args []string
	for _, word := range append(regexp.MustCompile(`'[^']*'|[^\s']+`).FindAllString(line, -1), "|") {
		switch {
		case word != "|" && !strings.HasPrefix(word, ">"):
			args = append(args, strings.Trim(word, "'"))
			continue
		case len(args) > 0 && args[0] == "ralsh":
			calls = append(calls, args[1:])
		}
		args = nil
	}
	return calls
}

// parsedExample returns the command of a command line, which must be valid.
func parsedExample(t *testing.T, args []string) string {
	t.Helper()
	if _, rest, given := remote.OnTarget(args); given {
		args = rest
	}
	cmd, rest, err := Commands(ral.NewRegistry()).Find(args)
	if err == nil {
		err = cmd.ParseFlags(rest)
	}
	if err == nil {
		err = cmd.ValidateArgs(cmd.Flags().Args())
	}
	if format := cmd.Flags().Lookup("output"); err == nil && format != nil {
		if _, formats, _ := strings.Cut(format.Usage, ": "); !slices.Contains(strings.Split(formats, ", "), format.Value.String()) {
			err = usage.Errorf("-o %s", format.Value)
		}
	}
	if err != nil {
		t.Errorf("ralsh %s: %s", strings.Join(args, " "), err)
	}
	return cmd.CommandPath()
}
