package cli

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ralsh/providers"
	"ralsh/ral"
	streams "ralsh/ral/host/stream"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
)

// lookAt checks a command line behind --looks without running it.
func lookAt(args ...string) error {
	a := newApp(Program{Env: command.Env{Args: append([]string{readOnlyFlag}, args...), Registry: ral.NewRegistry()}})
	return a.restrictToReading()
}

// TestLooksOnly holds what an operator without a signed order can have run, and that each
// refusal is bad usage and says how a signed order is sent.
func TestLooksOnly(t *testing.T) {
	for _, line := range []string{
		"--version", "-v", "--help", "-h", "version", "types", "types -o json", "describe user", "describe -s user", "providers", "providers service -ojson", "why user[root]", "why user[root] shell",
		"resource user", "resource user root", "resource user root provider=useradd", "resource --types", "resource user -p shell -o text", "resource user --help", "facts", "facts os.name --json",
		"facts show os", "--color never facts", "facts --no-color", "snapshot", "snapshot --types user,group", "history", "history 3 -o json", "history --limit 5", "paths", "facts -- --root",
	} {
		if err := lookAt(strings.Fields(line)...); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
	for line, want := range map[string]string{
		// Changes and plans.
		"apply a.pp": "apply is not allowed", "apply -": "apply is not allowed", "apply --help": "apply is not allowed", "undo": "undo is not allowed",
		"apply --noop a.pp": "apply is not allowed", "apply --parseonly a.pp": "apply is not allowed", "parser validate /etc/shadow": "parser validate is not allowed",
		"resource user x shell=/bin/sh": "ATTRIBUTE=VALUE is not allowed", "resource user x shell=/bin/sh --noop": "--noop is not allowed",
		"resource user provider=x shell=/bin/sh": "ATTRIBUTE=VALUE is not allowed", "resource provider=a user x y=z": "ATTRIBUTE=VALUE is not allowed",
		"resource user x provider=a provider=b": "two providers are given", "resource user x -- y=z": "ATTRIBUTE=VALUE is not allowed",
		"resource user x --edit": "--edit is not allowed", "resource user -e": "--edit is not allowed", "resource -te user": "--edit is not allowed", "resource user x password=-": "ATTRIBUTE=VALUE",

		// Secrets, and files and servers of the operator's choice.
		"resource user root --show-secrets": "--show-secrets is not allowed", "resource user root --show-secrets=false": "--show-secrets is not allowed",
		"--root / types": "--root is not allowed", "types --root=/": "--root is not allowed", "--modulepath /tmp types": "--modulepath is not allowed",
		"facts --cloud": "--cloud is not allowed", "facts --environment x": "--environment is not allowed", "facts --external-dir /tmp": "--external-dir is not allowed", "facts -c /etc/shadow": "--config is not allowed",
		"facts -jc/etc/shadow": "--config is not allowed", "facts --custom-dir /tmp": "--custom-dir is not supported", "facts --no-block": "--no-block is not allowed", "facts show --no-cache": "--no-cache is not allowed",
		"snapshot --file /etc/shadow": "--file is not allowed", "resource user --server puppet": "--server is not allowed", "resource user --ssldir /tmp": "--ssldir is not allowed",
		"history 1 --code": "--code is not allowed", "compare now /etc/shadow": "compare is not allowed", "graph /etc/shadow": "graph is not allowed", "hosts --inventory /etc/shadow": "hosts is not allowed",

		// Programs, and other ways to begin.
		"": "agents do not open the terminal UI", "--ascii": "--ascii is not allowed", "--handover": "--handover is not allowed", "demo": "demo is not allowed", "module test x": "module test is not allowed",
		"modules": "modules is not allowed", "module list": "module list is not allowed", "plugin sync": "plugin sync is not allowed", "function call x": "function call is not allowed",
		"completion bash": "completion is not allowed", "agent": "agent is not allowed", "help apply": `agents do not run "help" as a read-only command`, "greetings list": `agents do not run "greetings" as a read-only command`,
		"__complete facts ": `agents do not run "__complete" as a read-only command`, "--on web1 facts": "--on is not allowed", "facts --on web1": "--on is not allowed", "--on=web1 facts": "--on is not allowed",
		"--looks facts": "unknown flag: --looks", "facts --looks": "unknown flag: --looks", "--argv WyJhcHBseSJd": "unknown flag: --argv", "--where": "unknown flag: --where", "--clipboard": "unknown flag: --clipboard",
		"-- apply": `agents do not run "apply" as a read-only command`, "facts --nosuch": "unknown flag: --nosuch", "types --version": "unknown flag: --version", "--help=false": "agents do not open the terminal UI",
	} {
		err := lookAt(strings.Split(line, " ")...)
		if line == "" {
			err = lookAt()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", line, err, want)
			continue
		}
		if status, _ := (&command.App{Sink: &streams.Sticky{}}).Status(t.Context(), err); status != command.BadUsage {
			t.Errorf("%s ends with %d", line, status)
		}
		ordered := strings.Contains(err.Error(), "without a signed order: ralsh --on 'nats:web1+sudo' ")
		if strings.Contains(want, "is not allowed") && ordered == strings.Contains(err.Error(), "even with a signed order") {
			t.Errorf("%s: %v", line, err)
		}
	}
	a := newApp(Program{Env: command.Env{Args: []string{readOnlyFlag, "types"}, Registry: ral.NewRegistry()}, Streams: output.Streams{In: strings.NewReader("x")}})
	if err := a.restrictToReading(); err != nil {
		t.Error(err)
	}
	if in, err := io.ReadAll(a.In); len(in) > 0 || err != nil {
		t.Errorf("a look reads %q of standard input, %v", in, err)
	}
	if err := lookAt("resource", "user", "x", "password=topsecret"); err == nil || strings.Contains(err.Error(), "topsecret") {
		t.Errorf("the refusal of a secret is %v", err)
	}
}

// TestLooksOnlyEveryFlag holds each flag of each command to be in the list or refused, in both
// spellings, so that a new one is refused until it is listed.
func TestLooksOnlyEveryFlag(t *testing.T) {
	commands, flags := 0, 0
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		command := strings.TrimPrefix(strings.TrimPrefix(cmd.CommandPath(), "ralsh"), " ")
		l, is := findReadOnly(command)
		cmd.InitDefaultHelpFlag()
		cmd.InitDefaultVersionFlag()
		_ = cmd.InheritedFlags() // adds them to Flags
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			flags++
			for _, typed := range spelled(f) {
				err := lookAt(slices.Concat(strings.Fields(command), wordsFor(command), []string{typed})...)
				wanted := is && l.allows(f.Name) && (command != "" || f.Name == "help" || f.Name == "version")
				if (err == nil) != wanted {
					t.Errorf("ralsh %s %s: %v", command, typed, err)
				}
			}
		})
		if commands++; is {
			for name := range strings.FieldsSeq(readOnlyFlags + " " + l.flags) {
				if cmd.Flags().Lookup(name) == nil {
					t.Errorf("%s has no flag --%s", command, name)
				}
			}
		}
		for _, below := range cmd.Commands() {
			walk(below)
		}
	}
	walk(Commands(ral.NewRegistry()))
	if commands < 30 || flags < 200 {
		t.Errorf("%d commands and %d flags were walked", commands, flags)
	}
}

// spelled returns how a flag is typed, with a value that it takes.
func spelled(f *pflag.Flag) []string {
	value := "x"
	switch {
	case f.NoOptDefVal != "":
		value = "true"
	case f.Name == "color":
		value = "never"
	case f.Value.Type() == "int":
		value = "1"
	}
	typed := []string{"--" + f.Name + "=" + value}
	if f.Shorthand != "" {
		typed = append(typed, "-"+f.Shorthand+"="+value)
	}
	return typed
}

// wordsFor returns the arguments that a command needs.
func wordsFor(command string) []string {
	switch command {
	case "resource", "describe", "why":
		return []string{"host"}
	}
	return nil
}

// TestLooksAreRun holds that a script runs each look, behind --looks.
func TestLooksAreRun(t *testing.T) {
	script, err := os.ReadFile("../e2e/testdata/script/looks.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range readOnlyCommands[1:] {
		if !strings.Contains(string(script), "\nralsh --looks "+l.command) {
			t.Errorf("no script runs ralsh --looks %s", l.command)
		}
	}
}

// TestLooksReadWhatIsListed holds that a path of the operator's choice is not read, neither
// as the title of a file nor in the title of another type.
func TestLooksReadWhatIsListed(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	root := t.TempDir()
	for name, text := range map[string]string{"etc/app.ini": "[a]\nb = shown\n", "srv/own.ini": "[a]\nb = hidden\n", "etc/hosts": "192.0.2.7 db1\n"} {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args    []string
		refused bool
		shown   string
	}{
		{[]string{"resource", "host", "db1"}, false, "192.0.2.7"},
		{[]string{"resource", "host", "db2"}, false, "absent"},
		{[]string{"resource", "ini_setting"}, false, "shown"},
		{[]string{"resource", "ini_setting", "/etc/app.ini [a] b"}, false, "shown"},
		{[]string{"resource", "ini_setting", "/srv/own.ini [a] b"}, true, "hidden"},
		{[]string{"why", "ini_setting[/etc/app.ini [a] b]"}, false, "shown"},
		{[]string{"why", "ini_setting[/srv/own.ini [a] b]"}, true, "hidden"},
		{[]string{"resource", "file", "/srv/own.ini"}, true, "hidden"},
		{[]string{"resource", "FILE", "/srv/own.ini", "provider=posix"}, true, "hidden"},
		{[]string{"why", "file[/srv/own.ini]", "content"}, true, "hidden"},
		{[]string{"why", "file"}, false, "posix"},
		{[]string{"resource", "exec", "cat /srv/own.ini"}, true, "cat"},
		{[]string{"why", "file_line[x]"}, true, "hidden"},
	} {
		for _, look := range []bool{true, false} {
			var out, errs bytes.Buffer
			reg := ral.NewRegistry()
			providers.Register(reg)
			a := newApp(Program{Env: command.Env{Args: c.args, Registry: reg}, Streams: output.Streams{Out: &out, Err: &errs, Getenv: func(string) string { return "" }}})
			a.Sink, a.Color, a.ReadOnly = &streams.Sticky{W: &out}, "never", look
			cmd := a.command()
			cmd.SetArgs(append([]string{"--root", root}, c.args...))
			status := a.Exit(t.Context(), cmd.ExecuteContext(t.Context()))
			switch refused := strings.Contains(errs.String(), "is not allowed"); {
			case refused != (look && c.refused):
				t.Errorf("%q, as a look %t: %d, %s%s", c.args, look, status, out.String(), errs.String())
			case refused && (out.Len() > 0 || status != command.BadUsage):
				t.Errorf("%q is refused with %d and %q", c.args, status, out.String())
			case !c.refused && !strings.Contains(out.String(), c.shown):
				t.Errorf("%q, as a look %t, prints %q", c.args, look, out.String())
			}
		}
	}
}
