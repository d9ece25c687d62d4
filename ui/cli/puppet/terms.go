// Package puppet holds the table of the commands and options of Puppet and Facter.
//
// Terms is the table. AddFlags makes its accepted flags hidden flags of ralsh's
// commands, RejectedCommands and RejectedFlag name the replacement of the other
// terms, and Print prints the table. docs/from-puppet.md is generated from it.
package puppet

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ralsh/ui/cli/output"
	"ralsh/ui/cli/usage"
	"ralsh/ui/tui/theme"
)

// Term is a command or an option of Puppet or Facter, with its replacement in ralsh.
type Term struct {
	On       string   // the command that accepts it; "" for every command
	Typed    string   // spellings of a flag, "--to_yaml, -y", or a command, "config print"
	Value    string   // name of the value of a flag, "FILE"; "" for none
	Here     string   // flags or a command line with the same effect, or the replacement of a rejected term
	Note     string   // differences, and their reasons
	Sets     []string // flags that it sets: "output=yaml", or "ignore-schedules" with the same value
	Rejected bool     // ralsh rejects it
}

// The values of here for a term without a replacement.
const (
	theSame  = "the same"
	alwaysOn = "always on"
)

// sections are the commands that accept terms of Puppet, in the order of the tables.
var sections = [...]string{"", "resource", "apply", "describe", "facts"}

// Terms returns all terms. The hidden flags, the rejections, ralsh help puppet and
// docs/from-puppet.md are generated from this list. A command reads a flag without sets.
func Terms() []Term {
	return []Term{
		{On: "resource", Typed: "--types, -t", Here: "ralsh types", Note: "also shows the default provider and a summary of each type"},
		{On: "resource", Typed: "--edit, -e", Here: theSame, Note: "opens the resources in VISUAL or EDITOR and applies the result; --noop only plans; ralsh saves a text that it cannot apply"},
		{On: "resource", Typed: "--param, -p", Value: "NAME", Here: theSame, Note: "adds a column to -o text; code, YAML and JSON always contain every property"},
		{On: "resource", Typed: "--to_yaml, -y", Here: "-o yaml", Sets: []string{"output=yaml"}, Note: "the type is a key of the map, so ralsh apply accepts the output"},
		{On: "resource", Typed: "provider=NAME", Here: "--provider NAME"},
		{On: "resource", Typed: "--show_diff", Here: theSame, Note: "prints the changed lines of a file; at a terminal and with --noop, ralsh always prints them"},
		{On: "resource", Typed: "--verbose, -v", Here: alwaysOn, Note: "ralsh reports every change and its commands"},
		{On: "resource", Typed: "--debug, -d", Here: theSame, Note: "also reports the commands that only read"},
		{On: "resource", Typed: "--fail", Here: alwaysOn, Note: "a failed change always exits with status 1"},
		{On: "resource", Typed: "--trace", Here: alwaysOn, Note: "errors contain file, line and column; ralsh runs no Ruby that it could trace"},

		{On: "apply", Typed: "--execute, -e", Value: "CODE", Here: "ralsh apply -", Note: "reads the code from standard input; code and files are combined"},
		{On: "apply", Typed: "--catalog, -c", Value: "FILE", Here: "ralsh apply FILE"},
		{On: "apply", Typed: "site.pp web.pp", Here: theSame, Note: "combines several files; Puppet applies only the first; relationships between files must be metaparameters, not arrows"},
		{On: "apply", Typed: "--test, -t", Here: "--detailed-exitcodes --show_diff", Sets: []string{"detailed-exitcodes=true", "show_diff=true"}, Note: "runs are always verbose"},
		{On: "apply", Typed: "--show_diff", Here: theSame, Note: "prints the changed lines of a file; at a terminal and with --noop, ralsh always prints them"},
		{On: "apply", Typed: "--logdest, -l", Value: "FILE", Here: theSame, Note: "appends the messages to FILE; syslog is rejected; a .json file contains lines of text (use -o jsonl for programs)"},
		{On: "apply", Typed: "--verbose, -v", Here: alwaysOn, Note: "ralsh reports every change and its commands"},
		{On: "apply", Typed: "--debug, -d", Here: theSame, Note: "also reports the commands that only read"},
		{On: "apply", Typed: "--parseonly", Here: "ralsh parser validate", Note: "Puppet removed this option"},
		{On: "apply", Typed: "--ignoreschedules", Here: "--ignore-schedules", Sets: []string{"ignore-schedules"}},
		{On: "apply", Typed: "--skip_tags", Value: "TAGS", Here: "--skip-tags", Sets: []string{"skip-tags"}},
		{On: "apply", Typed: "--trace", Here: alwaysOn, Note: "errors contain file, line and column; ralsh runs no Ruby that it could trace"},
		{On: "apply", Typed: "--loadclasses, -L", Here: "ralsh apply catalog.json", Rejected: true, Note: "a compiled catalog contains its classes; ralsh writes no classes.txt"},
		{On: "apply", Typed: "--write-catalog-summary", Here: "ralsh graph site.pp -o json", Rejected: true, Note: "ralsh writes no summary file; graph prints the resources and classes"},

		{On: "describe", Typed: "--list, -l", Here: "ralsh types", Note: "also shows the default provider of each type"},
		{On: "describe", Typed: "--short, -s", Here: theSame, Note: "prints only names: of attributes, of providers unless -p is given, and of metaparameters with -m"},
		{On: "describe", Typed: "--providers, -p", Here: alwaysOn, Note: "describes providers; with -s only if -p is given"},
		{On: "describe", Typed: "--meta, -m", Here: alwaysOn, Note: "describes metaparameters; with -s only their names"},

		{On: "facts", Typed: "show", Here: "ralsh facts", Note: "to show a fact with the name show: ralsh facts show show"},
		{On: "facts", Typed: "--json, -j", Here: "-o json", Sets: []string{"output=json"}},
		{On: "facts", Typed: "--yaml, -y", Here: "-o yaml", Sets: []string{"output=yaml"}},
		{On: "facts", Typed: "--hocon", Here: "-o json", Sets: []string{"output=json"}, Note: "JSON is valid HOCON"},
		{On: "facts", Typed: "--puppet, -p", Here: alwaysOn, Note: "always includes the facts of modules"},
		{On: "facts", Typed: "--config, -c", Value: "FILE", Here: theSame, Note: "reads FILE instead of facter.conf; with --root, FILE is below DIR"},
		{On: "facts", Typed: "--no-external-facts", Here: theSame, Note: "ignores the files of facts.d"},
		{On: "facts", Typed: "--no-custom-facts", Here: theSame, Note: "ignores the facts of modules"},
		{On: "facts", Typed: "--no-cache", Here: theSame, Note: "ignores the ttls of facter.conf"},
		{On: "facts", Typed: "--no-block", Here: theSame, Note: "ignores the block list of facter.conf"},
		{On: "facts", Typed: "--list-block-groups", Here: theSame, Note: "lists the groups with the facts that ralsh supports"},
		{On: "facts", Typed: "--list-cache-groups", Here: theSame, Note: "lists the groups with the facts that ralsh supports"},
		{On: "facts", Typed: "--verbose", Here: "--sources", Note: "prints the source of each fact, and the files that ralsh read or skipped"},
		{On: "facts", Typed: "--debug, -d", Here: "--sources", Note: "prints the sources and the commands"},
		{On: "facts", Typed: "--log-level, -l", Value: "LEVEL", Here: "--sources", Note: "for trace, debug and info; none hides all messages; ralsh ignores the other levels"},
		{On: "facts", Typed: "--trace", Here: alwaysOn, Note: "errors contain the file of the fact; ralsh runs no Ruby that it could trace"},
		{On: "facts", Typed: "--custom-dir", Value: "DIR", Here: "ralsh --modulepath modules facts", Rejected: true, Note: "custom facts come from modules, in Starlark or in Ruby"},

		{Typed: "--color", Value: "WHEN", Here: theSame, Note: "auto, always or never; true and ansi mean always, false means never, html is rejected"},
		{Typed: "--no-color", Here: "--color never", Sets: []string{"color=never"}, Note: "Facter's --color without a value means --color always"},
		{Typed: "--environment", Value: "NAME", Here: theSame, Note: "production needs no directory; every other environment does"},
		{Typed: "version", Here: "ralsh --version"},
		{Typed: "parser validate", Here: "ralsh apply --parseonly", Note: "exits with status 2 on an error (Puppet: 1); apply --noop also checks types and values"},
		{Typed: "module list", Here: "ralsh modules", Note: "also shows the plugins of each module and their errors"},
		{Typed: "agent", Here: "ralsh apply catalog.json", Rejected: true, Note: "ralsh runs no background service and fetches no catalog; it applies a compiled catalog from a file"},
		{Typed: "catalog compile", Here: "ralsh graph site.pp", Rejected: true, Note: "ralsh compiles a manifest when it reads it; graph shows its resources"},
		{Typed: "catalog apply", Here: "ralsh apply catalog.json", Rejected: true, Note: "ralsh fetches no catalog; it applies a compiled catalog from a file"},
		{Typed: "config print", Here: "ralsh paths", Rejected: true, Note: "the settings are in config.yaml, not in puppet.conf; ralsh paths shows its path"},
		{Typed: "device", Here: "puppet device", Rejected: true, Note: "ralsh manages no network devices"},
		{Typed: "epp", Here: "puppet epp", Rejected: true, Note: "ralsh renders a template only for a manifest"},
		{Typed: "filebucket backup", Here: "ralsh history", Rejected: true, Note: "ralsh keeps the replaced content with each run"},
		{Typed: "filebucket get", Here: "ralsh history 1", Rejected: true, Note: "ralsh keeps the replaced content with the run"},
		{Typed: "filebucket restore", Here: "ralsh undo 1", Rejected: true, Note: "undo restores all files of the run with owner and mode"},
		{Typed: "filebucket list", Here: "ralsh history", Rejected: true, Note: "ralsh keeps the replaced content with the run"},
		{Typed: "filebucket diff", Here: "ralsh undo 1 --noop", Rejected: true, Note: "the plan of an undo shows the difference"},
		{Typed: "generate types", Here: "ralsh types", Rejected: true, Note: "ralsh reads the types of each environment separately"},
		{Typed: "lookup", Here: "ralsh function call lookup NAME", Rejected: true, Note: "the function lookup needs a Ruby with Puppet"},
		{Typed: "module install", Here: "ralsh modules", Rejected: true, Note: "ralsh downloads no modules from the Forge; copy the module into a directory of the modulepath"},
		{Typed: "module upgrade", Here: "ralsh modules", Rejected: true, Note: "ralsh downloads no modules from the Forge; replace the directory of the module"},
		{Typed: "module uninstall", Here: "ralsh modules", Rejected: true, Note: "remove the directory of the module from the modulepath"},
		{Typed: "module search", Here: "ralsh modules", Rejected: true, Note: "ralsh does not connect to the Forge"},
		{Typed: "module generate", Here: "ralsh module new NAME", Rejected: true, Note: "creates a module with a type, a provider and a test"},
		{Typed: "node", Here: "puppet node", Rejected: true, Note: "ralsh does not manage the nodes of a Puppet server"},
		{Typed: "plugin download", Here: "ralsh plugin sync --server NAME", Rejected: true, Note: "ralsh does not read the server from puppet.conf"},
		{Typed: "report", Here: "ralsh history", Rejected: true, Note: "ralsh records each run on this host and sends no report"},
		{Typed: "script", Here: "puppet script", Rejected: true, Note: "ralsh runs no plans"},
		{Typed: "ssl", Here: "puppet ssl", Rejected: true, Note: "ralsh uses the certificates of the Puppet agent and requests none"},
	}
}

// Spellings returns the flags of a term, "--to_yaml" and "-y", or the words of a
// command.
func (w *Term) Spellings() []string {
	if w.IsFlag() {
		return strings.Split(w.Typed, ", ")
	}
	return strings.Fields(w.Typed)
}

// IsFlag reports whether a term is an option, and not a command.
func (w *Term) IsFlag() bool { return strings.HasPrefix(w.Typed, "-") }

// rejection returns the error with the replacement.
func (w *Term) rejection(typed string) error { return Unsupported(typed, w.Note, w.Here) }

// Unsupported returns the error of a term of Puppet that ralsh rejects.
func Unsupported(typed, reason, replacement string) error {
	return usage.Errorf("%s is not supported: %s (use: %s)", typed, reason, replacement)
}

// Has reports whether a command accepts terms of Puppet.
func Has(cmd *cobra.Command) bool { return len(termsOf(cmd)) > 0 }

// termsOf returns the terms that are typed with a command.
func termsOf(cmd *cobra.Command) []Term {
	on := ""
	if path := strings.Fields(cmd.CommandPath()); len(path) > 1 {
		on = path[1]
	}
	return slices.DeleteFunc(Terms(), func(w Term) bool { return w.On != on })
}

// byCommand returns the terms by command, "" for the terms of every
// command.
func byCommand() map[string][]Term {
	on := make(map[string][]Term)
	for _, w := range Terms() {
		on[w.On] = append(on[w.On], w)
	}
	return on
}

// AddFlags adds the accepted flags to the commands below root, hidden from help and
// completion.
func AddFlags(root *cobra.Command) { addFlags(root, "", byCommand()) }

// addFlags adds the flags to a command and its subcommands.
func addFlags(cmd *cobra.Command, on string, terms map[string][]Term) {
	for _, w := range terms[on] {
		if w.Rejected || !w.IsFlag() {
			continue
		}
		names := w.Spellings()
		name, short := strings.TrimPrefix(names[0], "--"), ""
		if len(names) > 1 {
			short = strings.TrimPrefix(names[1], "-")
		}
		flags := cmd.Flags()
		if w.On == "" {
			flags = cmd.PersistentFlags()
		}
		switch usage := "as in Puppet"; {
		case flags.Lookup(name) != nil:
			continue
		case w.Sets != nil:
			f := flags.VarPF(&alias{flags: flags, sets: w.Sets, value: w.Value}, name, short, usage)
			if f.Usage = "`" + w.Value + "` " + usage; w.Value == "" {
				f.Usage, f.NoOptDefVal = usage, "true"
			}
		case w.Value != "":
			flags.StringArrayP(name, short, nil, "`"+w.Value+"` "+usage)
		default:
			flags.BoolP(name, short, false, usage)
		}
		flags.Lookup(name).Hidden = true
	}
	for _, below := range cmd.Commands() {
		name := on
		if on == "" {
			name = below.Name()
		}
		addFlags(below, name, terms)
	}
}

// alias is the value of a flag that sets other flags.
type alias struct {
	flags *pflag.FlagSet
	sets  []string
	value string // name of its value; "" for a switch
	on    bool   // a switch that was set
}

// Set sets the other flags. A switch with the value false does not set flags
// that have a fixed value.
func (v *alias) Set(text string) error {
	if v.value == "" && text != "true" && text != "false" {
		return errors.New("the option takes no value")
	}
	v.on = text == "true"
	for _, set := range v.sets {
		name, value, own := strings.Cut(set, "=")
		if !own {
			value = text
		} else if text == "false" && v.value == "" {
			continue
		}
		if err := v.flags.Set(name, value); err != nil {
			return err
		}
	}
	return nil
}

// String returns "": the value is that of the other flags.
func (*alias) String() string { return "" }

// Type returns the kind of the value, for pflag.
func (v *alias) Type() string {
	if v.value == "" {
		return "bool"
	}
	return "string"
}

// RejectedFlag returns the rejection of an undefined flag, or nil if it is not a
// term of Puppet.
func RejectedFlag(cmd *cobra.Command, err *pflag.NotExistError) error {
	flag := "--" + err.GetSpecifiedName()
	if err.GetSpecifiedShortnames() != "" {
		flag = "-" + err.GetSpecifiedName()[:1]
	}
	for _, w := range termsOf(cmd) {
		if w.Rejected && slices.Contains(w.Spellings(), flag) {
			return w.rejection(flag)
		}
	}
	return nil
}

// RejectedCommands returns a hidden command for every rejected command of Puppet below a
// command, "" for the top, so that the error is about the command and not about its
// flags.
func RejectedCommands(below string) []*cobra.Command {
	var list []*cobra.Command
	for _, w := range Terms() {
		words := w.Spellings()
		if !w.Rejected || w.IsFlag() {
			continue
		}
		name, top := words[0], ""
		if name == "module" || name == "plugin" { // ralsh has a command of this name
			name, top = words[1], words[0]
		}
		if top == below && !slices.ContainsFunc(list, func(c *cobra.Command) bool { return c.Name() == name }) {
			list = append(list, rejecting(name, words[0], w.rejection(w.Typed).Error()))
		}
	}
	return list
}

// rejecting returns a hidden command that rejects a command of Puppet with the
// first word name. Its help is long.
func rejecting(use, name, long string) *cobra.Command {
	return &cobra.Command{
		Use: use, Short: "Name the command to use instead", Long: long, Hidden: true, DisableFlagParsing: true,
		RunE: func(_ *cobra.Command, args []string) error {
			return rejectedCommand(name, append([]string{use}, args...))
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// rejectedCommand returns the rejection of a command of Puppet by its arguments.
// An unknown second word is rejected like the first entry with that name.
func rejectedCommand(name string, args []string) error {
	var first error
	for _, w := range Terms() {
		words := w.Spellings()
		if !w.Rejected || words[0] != name {
			continue
		}
		if len(words) == 1 || slices.Contains(args, words[1]) {
			return w.rejection(w.Typed)
		}
		if first == nil {
			first = w.rejection(name)
		}
	}
	return first
}

// Print prints all terms with their replacements, in lines of a width.
func Print(p *output.Printer, columns int) {
	const indent = 2
	terms, width := byCommand(), 0
	for _, w := range Terms() {
		width = max(width, len(w.usage()))
	}
	p.Print("Commands and options of puppet and facter in ralsh. \"always on\" means that ralsh")
	p.Print("accepts the option and always behaves like this.")
	for _, on := range sections {
		p.Print("")
		p.Print("%s", p.Paint(theme.Strong, title(on)))
		for _, w := range terms[on] {
			typed := w.usage()
			for _, line := range output.Wrap(w.meaning(), columns-indent-width-2) {
				p.Print("%*s%-*s  %s", indent, "", width, typed, line)
				typed = ""
			}
		}
	}
}

// title returns the heading of the terms of a command.
func title(on string) string {
	if on == "" {
		return "Commands, and options of every command"
	}
	return "ralsh " + on
}

// usage is a term with its Value: "--custom-dir DIR".
func (w *Term) usage() string {
	return strings.TrimSpace(w.Typed + " " + w.Value)
}

// meaning returns the replacement of a term and its differences.
func (w *Term) meaning() string {
	here := w.Here
	if w.Rejected {
		here = "rejected: use " + w.Here
	}
	if w.Note == "" {
		return here
	}
	return here + "; " + w.Note
}

// Given reports whether a switch that sets other flags is given.
func Given(cmd *cobra.Command, name string) bool {
	v, is := cmd.Flags().Lookup(name).Value.(*alias)
	return is && v.on
}
