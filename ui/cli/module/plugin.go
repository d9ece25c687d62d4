package module

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"ralsh/model"
	"ralsh/ral/modules/pluginsync"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
	"ralsh/ui/cli/puppet"
	"ralsh/ui/cli/usage"
)

// pluginCommand is the command plugin.
type pluginCommand struct{ *command.App }

func (a pluginCommand) command() *cobra.Command {
	return usage.Group(&cobra.Command{
		Use: "plugin", Short: "Fetch plugins from a Puppet server", Example: "  ralsh plugin sync --server puppet",
	}, append(puppet.RejectedCommands("plugin"), a.pluginSyncCommand())...)
}

func (a pluginCommand) pluginSyncCommand() *cobra.Command {
	var opt pluginsync.Options
	cmd := &cobra.Command{
		Use: "sync --server HOST[:PORT]", Short: "Fetch changed plugins from a Puppet server",
		Long: "Downloads the plugins of the server's modules, as a Puppet agent does, with the agent's certificates. ralsh fetches only " +
			"changed files, and removes the files that the server removed. A failed or interrupted sync changes no files. Modules in the " +
			"modulepath take precedence.",
		Example: "  ralsh plugin sync --server puppet\n  ralsh plugin sync --server puppet.example.com:8140 --environment testing",
		Args:    usage.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case opt.Server == "":
				return usage.Errorf("ralsh plugin sync needs a server: %s", usage.FirstExample(cmd))
			case a.Root != "":
				return usage.Errorf("ralsh plugin sync and --root cannot be combined: the plugins are installed on this machine")
			}
			return a.pluginSync(cmd.Context(), opt)
		},
	}
	command.ServerFlags(cmd, &opt, "the Puppet server `HOST[:PORT]` (default port: 8140)")
	a.OutputFlag(cmd, "text", "json", "yaml")
	return cmd
}

type pluginsDocument struct {
	Schema      int            `json:"schema"`
	Server      string         `json:"server"`
	Environment string         `json:"environment"`
	Unchanged   int            `json:"unchanged"`
	Changes     []pluginChange `json:"changes"`
}

type pluginChange struct {
	Path string `json:"path"`
	What string `json:"what"`
}

// pluginSync loads no modules, because they may need the plugins that it
// fetches.
func (a pluginCommand) pluginSync(ctx context.Context, opt pluginsync.Options) error {
	s, err := model.Open(ctx, a.Registry, "")
	if err != nil {
		return err
	}
	bar := output.NewBar(&a.Printer, "files")
	opt.Environment, opt.Progress, opt.Waiting = a.ModuleChoice.Environment, bar.Show, bar.Wait
	r, err := s.Modules.SyncPlugins(ctx, opt)
	bar.Clear()
	if bad, ok := errors.AsType[*pluginsync.ServerError](err); ok {
		return usage.Wrap(bad)
	}
	if err != nil {
		return fmt.Errorf("%w; the plugins are unchanged", err)
	}
	if r.Leftover != nil {
		a.Say("cannot remove the previous plugins: %s", r.Leftover)
	}
	if a.Format != "text" {
		return a.Document(pluginsOf(r))
	}
	count := map[string]int{}
	for _, c := range r.Changes {
		count[c.What]++
		a.Print("%s %s", fmt.Sprintf("%-7s", c.What), c.Path)
	}
	a.Print("%s, environment %s: %d added, %d changed, %d removed; %s unchanged", r.Server, r.Environment,
		count["added"], count["changed"], count["removed"], output.Counted(r.Unchanged, "file"))
	return nil
}

func pluginsOf(r pluginsync.Result) pluginsDocument {
	doc := pluginsDocument{Schema: output.Schema, Server: r.Server, Environment: r.Environment, Unchanged: r.Unchanged, Changes: []pluginChange{}}
	for _, c := range r.Changes {
		doc.Changes = append(doc.Changes, pluginChange{c.Path, c.What})
	}
	return doc
}
