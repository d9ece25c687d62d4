package cli

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ralsh/ui/cli/output"
	"ralsh/ui/tui/theme"
)

// puppetWord is a command or an option of Puppet or Facter, with its replacement in ralsh.
type puppetWord struct {
	on    string   // the command that accepts it; "" for every command
	typed string   // spellings of a flag, "--to_yaml, -y", or a command, "config print"
	value string   // name of the value of a flag, "FILE"; "" for none
	here  string   // flags or a command line with the same effect, or the replacement of a rejected word
	note  string   // differences, and their reasons
	sets  []string // flags that it sets: "output=yaml", or "ignore-schedules" with the same value
	no    bool     // ralsh rejects it
}

// The values of here for a word without a replacement.
const (
	theSame  = "the same"
	alwaysOn = "always on"
)

// puppetCommands are the commands that accept words of Puppet, in the order of the tables.
var puppetCommands = [...]string{"", "resource", "apply", "describe", "facts"}

// puppetWords returns all words. The hidden flags, the rejections, ralsh help puppet and
// docs/from-puppet.md are generated from this list. A command reads a flag without sets.
func puppetWords() []puppetWord {
	return []puppetWord{
		{on: "resource", typed: "--types, -t", here: "ralsh types", note: "also shows the default provider and a summary of each type"},
		{on: "resource", typed: "--edit, -e", here: theSame, note: "opens the resources in VISUAL or EDITOR and applies the result; --noop only plans; ralsh saves a text that it cannot apply"},
		{on: "resource", typed: "--param, -p", value: "NAME", here: theSame, note: "adds a column to -o text; code, YAML and JSON always contain every property"},
		{on: "resource", typed: "--to_yaml, -y", here: "-o yaml", sets: []string{"output=yaml"}, note: "the type is a key of the map, so ralsh apply accepts the output"},
		{on: "resource", typed: "provider=NAME", here: "--provider NAME"},
		{on: "resource", typed: "--show_diff", here: theSame, note: "prints the changed lines of a file; at a terminal and with --noop, ralsh always prints them"},
		{on: "resource", typed: "--verbose, -v", here: alwaysOn, note: "ralsh reports every change and its commands"},
		{on: "resource", typed: "--debug, -d", here: theSame, note: "also reports the commands that only read"},
		{on: "resource", typed: "--fail", here: alwaysOn, note: "a failed change always exits with status 1"},
		{on: "resource", typed: "--trace", here: alwaysOn, note: "errors contain file, line and column; ralsh runs no Ruby that it could trace"},

		{on: "apply", typed: "--execute, -e", value: "CODE", here: "ralsh apply -", note: "reads the code from standard input; code and files are combined"},
		{on: "apply", typed: "--catalog, -c", value: "FILE", here: "ralsh apply FILE"},
		{on: "apply", typed: "site.pp web.pp", here: theSame, note: "combines several files; Puppet applies only the first; relationships between files must be metaparameters, not arrows"},
		{on: "apply", typed: "--test, -t", here: "--detailed-exitcodes --show_diff", sets: []string{"detailed-exitcodes=true", "show_diff=true"}, note: "runs are always verbose"},
		{on: "apply", typed: "--show_diff", here: theSame, note: "prints the changed lines of a file; at a terminal and with --noop, ralsh always prints them"},
		{on: "apply", typed: "--logdest, -l", value: "FILE", here: theSame, note: "appends the messages to FILE; syslog is rejected; a .json file contains lines of text (use -o jsonl for programs)"},
		{on: "apply", typed: "--verbose, -v", here: alwaysOn, note: "ralsh reports every change and its commands"},
		{on: "apply", typed: "--debug, -d", here: theSame, note: "also reports the commands that only read"},
		{on: "apply", typed: "--parseonly", here: "ralsh parser validate", note: "Puppet removed this option"},
		{on: "apply", typed: "--ignoreschedules", here: "--ignore-schedules", sets: []string{"ignore-schedules"}},
		{on: "apply", typed: "--skip_tags", value: "TAGS", here: "--skip-tags", sets: []string{"skip-tags"}},
		{on: "apply", typed: "--trace", here: alwaysOn, note: "errors contain file, line and column; ralsh runs no Ruby that it could trace"},
		{on: "apply", typed: "--loadclasses, -L", here: "ralsh apply catalog.json", no: true, note: "a compiled catalog contains its classes; ralsh writes no classes.txt"},
		{on: "apply", typed: "--write-catalog-summary", here: "ralsh graph site.pp -o json", no: true, note: "ralsh writes no summary file; graph prints the resources and classes"},

		{on: "describe", typed: "--list, -l", here: "ralsh types", note: "also shows the default provider of each type"},
		{on: "describe", typed: "--short, -s", here: theSame, note: "prints only names: of attributes, of providers unless -p is given, and of metaparameters with -m"},
		{on: "describe", typed: "--providers, -p", here: alwaysOn, note: "describes providers; with -s only if -p is given"},
		{on: "describe", typed: "--meta, -m", here: alwaysOn, note: "describes metaparameters; with -s only their names"},

		{on: "facts", typed: "show", here: "ralsh facts", note: "to show a fact with the name show: ralsh facts show show"},
		{on: "facts", typed: "--json, -j", here: "-o json", sets: []string{"output=json"}},
		{on: "facts", typed: "--yaml, -y", here: "-o yaml", sets: []string{"output=yaml"}},
		{on: "facts", typed: "--hocon", here: "-o json", sets: []string{"output=json"}, note: "JSON is valid HOCON"},
		{on: "facts", typed: "--puppet, -p", here: alwaysOn, note: "always includes the facts of modules"},
		{on: "facts", typed: "--config, -c", value: "FILE", here: theSame, note: "reads FILE instead of facter.conf; with --root, FILE is below DIR"},
		{on: "facts", typed: "--no-external-facts", here: theSame, note: "ignores the files of facts.d"},
		{on: "facts", typed: "--no-custom-facts", here: theSame, note: "ignores the facts of modules"},
		{on: "facts", typed: "--no-cache", here: theSame, note: "ignores the ttls of facter.conf"},
		{on: "facts", typed: "--no-block", here: theSame, note: "ignores the block list of facter.conf"},
		{on: "facts", typed: "--list-block-groups", here: theSame, note: "lists the groups with the facts that ralsh supports"},
		{on: "facts", typed: "--list-cache-groups", here: theSame, note: "lists the groups with the facts that ralsh supports"},
		{on: "facts", typed: "--verbose", here: "--sources", note: "prints the source of each fact, and the files that ralsh read or skipped"},
		{on: "facts", typed: "--debug, -d", here: "--sources", note: "prints the sources and the commands"},
		{on: "facts", typed: "--log-level, -l", value: "LEVEL", here: "--sources", note: "for trace, debug and info; none hides all messages; ralsh ignores the other levels"},
		{on: "facts", typed: "--trace", here: alwaysOn, note: "errors contain the file of the fact; ralsh runs no Ruby that it could trace"},
		{on: "facts", typed: "--custom-dir", value: "DIR", here: "ralsh --modulepath modules facts", no: true, note: "custom facts come from modules, in Starlark or in Ruby"},

		{typed: "--color", value: "WHEN", here: theSame, note: "auto, always or never; true and ansi mean always, false means never, html is rejected"},
		{typed: "--no-color", here: "--color never", sets: []string{"color=never"}, note: "Facter's --color without a value means --color always"},
		{typed: "--environment", value: "NAME", here: theSame, note: "production needs no directory; every other environment does"},
		{typed: "version", here: "ralsh --version"},
		{typed: "parser validate", here: "ralsh apply --parseonly", note: "exits with status 2 on an error (Puppet: 1); apply --noop also checks types and values"},
		{typed: "module list", here: "ralsh modules", note: "also shows the plugins of each module and their errors"},
		{typed: "agent", here: "ralsh apply catalog.json", no: true, note: "ralsh runs no background service and fetches no catalog; it applies a compiled catalog from a file"},
		{typed: "catalog compile", here: "ralsh graph site.pp", no: true, note: "ralsh compiles a manifest when it reads it; graph shows its resources"},
		{typed: "catalog apply", here: "ralsh apply catalog.json", no: true, note: "ralsh fetches no catalog; it applies a compiled catalog from a file"},
		{typed: "config print", here: "ralsh paths", no: true, note: "the settings are in config.yaml, not in puppet.conf; ralsh paths shows its path"},
		{typed: "device", here: "puppet device", no: true, note: "ralsh manages no network devices"},
		{typed: "epp", here: "puppet epp", no: true, note: "ralsh renders a template only for a manifest"},
		{typed: "filebucket backup", here: "ralsh history", no: true, note: "ralsh keeps the replaced content with each run"},
		{typed: "filebucket get", here: "ralsh history 1", no: true, note: "ralsh keeps the replaced content with the run"},
		{typed: "filebucket restore", here: "ralsh undo 1", no: true, note: "undo restores all files of the run with owner and mode"},
		{typed: "filebucket list", here: "ralsh history", no: true, note: "ralsh keeps the replaced content with the run"},
		{typed: "filebucket diff", here: "ralsh undo 1 --noop", no: true, note: "the plan of an undo shows the difference"},
		{typed: "generate types", here: "ralsh types", no: true, note: "ralsh reads the types of each environment separately"},
		{typed: "lookup", here: "ralsh function call lookup NAME", no: true, note: "the function lookup needs a Ruby with Puppet"},
		{typed: "module install", here: "ralsh modules", no: true, note: "ralsh downloads no modules from the Forge; copy the module into a directory of the modulepath"},
		{typed: "module upgrade", here: "ralsh modules", no: true, note: "ralsh downloads no modules from the Forge; replace the directory of the module"},
		{typed: "module uninstall", here: "ralsh modules", no: true, note: "remove the directory of the module from the modulepath"},
		{typed: "module search", here: "ralsh modules", no: true, note: "ralsh does not connect to the Forge"},
		{typed: "module generate", here: "ralsh module new NAME", no: true, note: "creates a module with a type, a provider and a test"},
		{typed: "node", here: "puppet node", no: true, note: "ralsh does not manage the nodes of a Puppet server"},
		{typed: "plugin download", here: "ralsh plugin sync --server NAME", no: true, note: "ralsh does not read the server from puppet.conf"},
		{typed: "report", here: "ralsh history", no: true, note: "ralsh records each run on this host and sends no report"},
		{typed: "script", here: "puppet script", no: true, note: "ralsh runs no plans"},
		{typed: "ssl", here: "puppet ssl", no: true, note: "ralsh uses the certificates of the Puppet agent and requests none"},
	}
}

// spellings returns the flags of a word, "--to_yaml" and "-y", or the words of a
// command.
func (w *puppetWord) spellings() []string {
	if w.isFlag() {
		return strings.Split(w.typed, ", ")
	}
	return strings.Fields(w.typed)
}

func (w *puppetWord) isFlag() bool { return strings.HasPrefix(w.typed, "-") }

// refusal returns the error with the replacement.
func (w *puppetWord) refusal(typed string) error { return unsupported(typed, w.note, w.here) }

// unsupported returns the error of a word of Puppet that ralsh rejects.
func unsupported(typed, reason, replacement string) error {
	return usagef("%s is not supported: %s (use: %s)", typed, reason, replacement)
}

// wordsOf returns the words that are typed with a command.
func wordsOf(cmd *cobra.Command) []puppetWord {
	on := ""
	if path := strings.Fields(cmd.CommandPath()); len(path) > 1 {
		on = path[1]
	}
	return slices.DeleteFunc(puppetWords(), func(w puppetWord) bool { return w.on != on })
}

// wordsByCommand returns the words by command, "" for the words of every
// command.
func wordsByCommand() map[string][]puppetWord {
	on := make(map[string][]puppetWord)
	for _, w := range puppetWords() {
		on[w.on] = append(on[w.on], w)
	}
	return on
}

// puppetFlags adds the accepted flags to a command and its subcommands, hidden
// from help and completion.
func puppetFlags(cmd *cobra.Command, on string, words map[string][]puppetWord) {
	for _, w := range words[on] {
		if w.no || !w.isFlag() {
			continue
		}
		names := w.spellings()
		name, short := strings.TrimPrefix(names[0], "--"), ""
		if len(names) > 1 {
			short = strings.TrimPrefix(names[1], "-")
		}
		flags := cmd.Flags()
		if w.on == "" {
			flags = cmd.PersistentFlags()
		}
		switch usage := "as in Puppet"; {
		case flags.Lookup(name) != nil:
			continue
		case w.sets != nil:
			f := flags.VarPF(&alias{flags: flags, sets: w.sets, value: w.value}, name, short, usage)
			if f.Usage = "`" + w.value + "` " + usage; w.value == "" {
				f.Usage, f.NoOptDefVal = usage, "true"
			}
		case w.value != "":
			flags.StringArrayP(name, short, nil, "`"+w.value+"` "+usage)
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
		puppetFlags(below, name, words)
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

// refusedFlag returns the rejection of an undefined flag, or nil if it is not a
// word of Puppet.
func refusedFlag(cmd *cobra.Command, err *pflag.NotExistError) error {
	flag := "--" + err.GetSpecifiedName()
	if err.GetSpecifiedShortnames() != "" {
		flag = "-" + err.GetSpecifiedName()[:1]
	}
	for _, w := range wordsOf(cmd) {
		if w.no && slices.Contains(w.spellings(), flag) {
			return w.refusal(flag)
		}
	}
	return nil
}

// refusedCommands returns a hidden command for every rejected command of Puppet below a
// command, "" for the top, so that the error is about the command and not about its
// flags.
func refusedCommands(below string) []*cobra.Command {
	var list []*cobra.Command
	for _, w := range puppetWords() {
		words := w.spellings()
		if !w.no || w.isFlag() {
			continue
		}
		name, top := words[0], ""
		if name == "module" || name == "plugin" { // ralsh has a command of this name
			name, top = words[1], words[0]
		}
		if top == below && !slices.ContainsFunc(list, func(c *cobra.Command) bool { return c.Name() == name }) {
			list = append(list, refusing(name, words[0], w.refusal(w.typed).Error()))
		}
	}
	return list
}

// refusing returns a hidden command that rejects a command of Puppet with the
// first word name. Its help is long.
func refusing(use, name, long string) *cobra.Command {
	return &cobra.Command{
		Use: use, Short: "Name the command to use instead", Long: long, Hidden: true, DisableFlagParsing: true,
		RunE: func(_ *cobra.Command, args []string) error {
			return refusedCommand(name, append([]string{use}, args...))
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// refusedCommand returns the rejection of a command of Puppet by its arguments.
// An unknown second word is rejected like the first entry with that name.
func refusedCommand(name string, args []string) error {
	var first error
	for _, w := range puppetWords() {
		words := w.spellings()
		if !w.no || words[0] != name {
			continue
		}
		if len(words) == 1 || slices.Contains(args, words[1]) {
			return w.refusal(w.typed)
		}
		if first == nil {
			first = w.refusal(name)
		}
	}
	return first
}

// puppetTerms prints all words with their replacements.
func (a *app) puppetTerms() {
	const indent = 2
	words, width := wordsByCommand(), 0
	for _, w := range puppetWords() {
		width = max(width, len(w.usage()))
	}
	a.Print("Commands and options of puppet and facter in ralsh. \"always on\" means that ralsh")
	a.Print("accepts the option and always behaves like this.")
	for _, on := range puppetCommands {
		a.Print("")
		a.Print("%s", a.Paint(theme.Strong, puppetTitle(on)))
		for _, w := range words[on] {
			typed := w.usage()
			for _, line := range output.Wrap(w.meaning(), helpColumns-indent-width-2) {
				a.Print("%*s%-*s  %s", indent, "", width, typed, line)
				typed = ""
			}
		}
	}
}

// puppetTitle returns the heading of the words of a command.
func puppetTitle(on string) string {
	if on == "" {
		return "Commands, and options of every command"
	}
	return "ralsh " + on
}

// usage is a word with its value: "--custom-dir DIR".
func (w *puppetWord) usage() string {
	return strings.TrimSpace(w.typed + " " + w.value)
}

// meaning returns the replacement of a word and its differences.
func (w *puppetWord) meaning() string {
	here := w.here
	if w.no {
		here = "rejected: use " + w.here
	}
	if w.note == "" {
		return here
	}
	return here + "; " + w.note
}

// aliasGiven reports whether a switch that sets other flags is given.
func aliasGiven(cmd *cobra.Command, name string) bool {
	v, is := cmd.Flags().Lookup(name).Value.(*alias)
	return is && v.on
}
