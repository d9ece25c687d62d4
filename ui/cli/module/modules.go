package module

import (
	"cmp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ralsh/ral/modules"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
	"ralsh/ui/cli/usage"
)

// Commands returns the commands about modules.
func Commands(a *command.App) []*cobra.Command {
	return []*cobra.Command{
		modulesCommand{a}.command("modules"), moduleCommand{a}.command(), pluginCommand{a}.command(), functionCommand{a}.command(),
	}
}

type modulesDocument struct {
	Schema      int          `json:"schema"`
	Environment string       `json:"environment"`
	Modulepath  []string     `json:"modulepath"`
	Modules     []moduleItem `json:"modules"`
}

type moduleItem struct {
	Name       string       `json:"name"`
	Path       string       `json:"path"`
	Version    string       `json:"version"`
	Summary    string       `json:"summary"`
	Author     string       `json:"author"`
	ShadowedBy string       `json:"shadowed_by"`
	Error      string       `json:"error"`
	Plugins    []pluginItem `json:"plugins"`
}

type pluginItem struct {
	Kind    string `json:"kind"`
	Name    string `json:"name"`
	File    string `json:"file"`
	State   string `json:"state"`
	Because string `json:"because"`
}

// modulesCommand is the command modules.
type modulesCommand struct{ *command.App }

func (a modulesCommand) command(name string) *cobra.Command {
	cmd := &cobra.Command{
		Use: name, Short: "List modules and the state of their plugins",
		Example: "  ralsh modules\n  ralsh --modulepath /srv/modules modules -o json", Args: usage.Arguments(0, 0), RunE: a.modules,
	}
	a.OutputFlag(cmd, "text", "json", "yaml")
	return cmd
}

func (a modulesCommand) modules(cmd *cobra.Command, _ []string) error {
	a.Quiet = true
	s, err := a.Session(cmd.Context())
	if err != nil {
		return err
	}
	env := s.Modules.Loaded()
	if env == nil {
		env = &modules.Environment{Name: "none"}
	}
	a.SayMissingDirs(env)
	_ = env.RubyRuns(cmd.Context()) // it is in the states
	files := func(m *modules.Module) []*modules.Plugin {
		return slices.Concat(m.Plugins, s.Modules.Others(cmd.Context(), m))
	}
	if a.Format != "text" {
		return a.Document(modulesOf(env, files))
	}
	if len(env.Modules) == 0 {
		a.Say("no modules: the modulepath is %s", cmp.Or(strings.Join(env.Path, ":"), "empty; set --modulepath, or copy modules into environments/production/modules next to config.yaml"))
		return nil
	}
	var rows, plugins [][]string
	for _, m := range env.Modules {
		rows = append(rows, []string{moduleName(m), m.Version, m.Path, moduleState(m)})
		for _, p := range files(m) {
			plugins = append(plugins, []string{moduleName(m), string(p.Kind), p.Name, p.Rel, pluginState(p)})
		}
	}
	a.Table([]string{"MODULE", "VERSION", "DIRECTORY", "SUMMARY"}, rows)
	if len(plugins) > 0 {
		a.Print("")
		a.Table([]string{"MODULE", "KIND", "NAME", "FILE", "STATE"}, plugins)
	}
	return nil
}

// moduleName returns the name of a module; the plugins of pluginsync are
// unnamed.
func moduleName(m *modules.Module) string { return cmp.Or(m.Name, "(synchronised)") }

func moduleState(m *modules.Module) string {
	switch {
	case m.Err != nil:
		return "failed because " + m.Err.Error()
	case m.ShadowedBy != "":
		return "shadowed by " + m.ShadowedBy
	}
	return m.Summary
}

func pluginState(p *modules.Plugin) string {
	switch p.State {
	case modules.Failed:
		return "failed because " + p.Because()
	case modules.PassedOver:
		return "skipped because " + p.Because()
	case modules.Shadowed:
		return "shadowed " + p.Because()
	case modules.NotRun, modules.NotUsed:
		if p.Err != nil {
			return "found but " + p.State.String() + ": " + p.Because()
		}
		return "found but " + p.State.String()
	}
	return p.State.String()
}

func modulesOf(env *modules.Environment, files func(*modules.Module) []*modules.Plugin) modulesDocument {
	doc := modulesDocument{Schema: output.Schema, Environment: env.Name, Modulepath: append([]string{}, env.Path...), Modules: []moduleItem{}}
	for _, m := range env.Modules {
		item := moduleItem{
			Name: m.Name, Path: m.Path, Version: m.Version, Summary: m.Summary, Author: m.Author, ShadowedBy: m.ShadowedBy,
			Plugins: []pluginItem{},
		}
		if m.Err != nil {
			item.Error = m.Err.Error()
		}
		for _, p := range files(m) {
			item.Plugins = append(item.Plugins, pluginItem{string(p.Kind), p.Name, p.File, p.State.String(), p.Because()})
		}
		doc.Modules = append(doc.Modules, item)
	}
	return doc
}
