package config_test

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ralsh/model/config"
	"ralsh/ral/journal"
	"ralsh/ral/modules/ruby"
)

func TestRead(t *testing.T) {
	for text, want := range map[string]struct {
		keep journal.Retention
		err  string // after the name of the file
	}{
		"":                                     {keep: journal.Retention{Runs: 200, Bytes: 256 << 20}},
		"# nothing\n":                          {keep: journal.Retention{Runs: 200, Bytes: 256 << 20}},
		"history:\n":                           {keep: journal.Retention{Runs: 200, Bytes: 256 << 20}},
		"history:\n  keep:\n    runs: 20\n":    {keep: journal.Retention{Runs: 20, Bytes: 256 << 20}},
		"history: {keep: {contents: 1 GiB}}":   {keep: journal.Retention{Runs: 200, Bytes: 1 << 30}},
		"history: {keep: {contents: 4096}}":    {keep: journal.Retention{Runs: 200, Bytes: 4096}},
		"history: {keep: {contents: 0}}":       {keep: journal.Retention{Runs: 200}},
		"history: {keep: {runs: '7'}}":         {keep: journal.Retention{Runs: 7, Bytes: 256 << 20}},
		"modules: {path: [a]}":                 {err: ":1:17: modules.path: each directory must be an absolute path"},
		"modules: {path: {a: b}}":              {err: "modules.path: must be a list of directories"},
		"modules: {environment: []}":           {err: "modules.environment: must be a word"},
		"modules: {ruby: off, looks: run}":     {keep: journal.Retention{Runs: 200, Bytes: 256 << 20}},
		"modules: {ruby: /opt/x/ruby}":         {keep: journal.Retention{Runs: 200, Bytes: 256 << 20}},
		"modules: {ruby: ruby}":                {err: ":1:17: modules.ruby: must be auto, off, or the absolute path of a Ruby interpreter"},
		"modules: {patience: 0}":               {err: ":1:21: modules.patience: must be a number of seconds (example: 60)"},
		"modules: {looks: ask}":                {err: ":1:18: modules.looks: must be known, run, or a map (example: {psql: run})"},
		"modules: {looks: {psql: ask}}":        {err: ":1:25: modules.looks: must be known, run, or a map (example: {psql: run})"},
		"modules: {looks: {/bin/psql: run}}":   {err: ":1:19: modules.looks: must be the name of a program without a slash (example: psql)"},
		"modules: {looks: {a: run, b: known}}": {keep: journal.Retention{Runs: 200, Bytes: 256 << 20}},
		"histroy:\n  keep: 3\n":                {err: `:1:1: unknown setting "histroy" (did you mean "history"?)`},
		"history:\n  keep:\n    run: 3\n":      {err: `:3:5: unknown setting "history.keep.run" (did you mean "history.keep.runs"?)`},
		"history:\n  banana: 3\n":              {err: `:2:3: unknown setting "history.banana"`},
		"history:\n  keep: 3\n":                {err: ":2:9: history.keep must be a map of settings"},
		"- history\n":                          {err: ":1:1: the configuration must be a map of settings"},
		"history: {keep: {runs: many}}":        {err: "history.keep.runs: must be a whole number (example: 200)"},
		"history: {keep: {runs: -1}}":          {err: "history.keep.runs: must be a whole number"},
		"history: {keep: {runs: [1]}}":         {err: "history.keep.runs: must be a whole number"},
		"history: {keep: {contents: 3 MB}}":    {err: "history.keep.contents: must be a size (example: 256 MiB)"},
		"history: {keep: {contents: 9e9 GiB}":  {err: "invalid YAML"},
		"theme: dark\n":                        {keep: journal.Retention{Runs: 200, Bytes: 256 << 20}},
		"theme: [dark]\n":                      {err: ":1:8: theme: must be a name (example: dark)"},
		"theme: {accent: []}\n":                {err: ":1:17: theme.accent: must be a single word"},
		"theme: {accent: [], muted: {}}\nmouse: 3\nmice: 1\n": {
			err: `:1:17: theme.accent: must be a single word (example: "#b7a3ff")` + "\n" + `:1:28: theme.muted: must be a single word (example: "#b7a3ff")` +
				"\n:2:8: mouse: must be true or false\n:3:1: unknown setting \"mice\"",
		},
		"mouse: 3\n":                 {err: ":1:8: mouse: must be true or false"},
		"keys: 3\n":                  {err: ":1:7: keys must be a map from intents to keys"},
		"keys: {facts: {a: b}}":      {err: ":1:15: keys.facts: must be a key or a list of keys"},
		"keys: {facts: [[a]]}":       {err: ":1:16: keys.facts: must be a key or a list of keys"},
		"keys: {facts: }":            {err: "keys.facts: must be a key or a list of keys"},
		"keys: {facts: a, facts: b}": {err: "invalid YAML"},
		"history: [":                 {err: "invalid YAML"},
		"history: {keep: {contents: 9999999999999 GiB}}": {err: "must be a size"},
	} {
		file := filepath.Join(t.TempDir(), "config.yaml")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		want.err = strings.ReplaceAll(want.err, "\n:", "\n"+file+":")
		got, err := config.Read(file)
		switch {
		case want.err == "" && (err != nil || got.Keep != want.keep):
			t.Errorf("%q: %+v, %v; want %+v", text, got.Keep, err, want.keep)
		case want.err != "" && (err == nil || !strings.HasPrefix(err.Error(), file+":") || !strings.Contains(err.Error(), want.err)):
			t.Errorf("%q: %v; want %s", text, err, want.err)
		}
	}
	if got, err := config.Read(filepath.Join(t.TempDir(), "none")); err != nil || !reflect.DeepEqual(got, config.Default()) {
		t.Errorf("without a file: %+v, %v", got, err)
	}
	if _, err := config.Read(t.TempDir()); err == nil {
		t.Error("a folder was read")
	}
}

// TestLooks names the programs that code of modules may run on the host.
func TestLooks(t *testing.T) {
	for text, want := range map[string][]string{
		"known": nil, "run": {ruby.AnyProgram}, "{rabbitmqctl: run, mysql: known, etcdctl: run}": {"etcdctl", "rabbitmqctl"},
	} {
		file := filepath.Join(t.TempDir(), "config.yaml")
		if err := os.WriteFile(file, []byte("modules: {looks: "+text+"}\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := config.Read(file); err != nil || !slices.Equal(got.RubyReadPrograms, want) {
			t.Errorf("%s: %q, %v; want %q", text, got.RubyReadPrograms, err, want)
		}
	}
}

func TestKeys(t *testing.T) {
	file := filepath.Join(t.TempDir(), "config.yaml")
	text := "# mine\nkeys:\n  facts: [F2, ctrl+t]\n  log: '!'\n  quit:\n    - \" \"\n    - 7\nhistory: {keep: {runs: 3}}\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := config.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	at := func(place string) string { return file + ":" + place }
	want := []config.Binding{
		{At: at("3:3"), Intent: "facts", Keys: []config.Key{{At: at("3:11"), Key: "F2"}, {At: at("3:15"), Key: "ctrl+t"}}},
		{At: at("4:3"), Intent: "log", Keys: []config.Key{{At: at("4:8"), Key: "!"}}},
		{At: at("5:3"), Intent: "quit", Keys: []config.Key{{At: at("6:7"), Key: " "}, {At: at("7:7"), Key: "7"}}},
	}
	if !reflect.DeepEqual(got.Keys, want) || got.Keep.Runs != 3 {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestDocumentedSettings holds that the example of docs/settings.md is valid and sets
// everything.
func TestDocumentedSettings(t *testing.T) {
	page, err := os.ReadFile("../../docs/settings.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "```yaml\n")
	text, _, _ = strings.Cut(text, "```")
	file := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := config.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	for field, value := range reflect.ValueOf(c).Fields() {
		if value.IsZero() {
			t.Errorf("the example does not set %s", field.Name)
		}
	}
}
