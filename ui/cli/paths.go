package cli

import (
	"github.com/spf13/cobra"

	"ralsh/model"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
	"ralsh/ui/cli/usage"
)

// pathsCommand is the command paths.
type pathsCommand struct{ *command.App }

func (a pathsCommand) command() *cobra.Command {
	cmd := &cobra.Command{
		Use: "paths", Short: "Show the paths of ralsh's files",
		Example: "  ralsh paths\n  ralsh paths -o json", Args: usage.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := a.Session(cmd.Context())
			if err != nil {
				return err
			}
			p := s.OwnFiles.Paths
			hosts, _, _ := model.HostsFiles(a.Getenv)
			if a.Format != "text" {
				return a.Document(pathsDocument{output.Schema, p.Config, hosts, p.State, p.Log})
			}
			a.Table([]string{"WHAT", "PATH"}, [][]string{{"config", p.Config}, {"hosts", hosts}, {"state", p.State}, {"log", p.Log}})
			return nil
		},
	}
	a.OutputFlag(cmd, "text", "json", "yaml")
	return cmd
}

type pathsDocument struct {
	Schema int    `json:"schema"`
	Config string `json:"config"`
	Hosts  string `json:"hosts"`
	State  string `json:"state"`
	Log    string `json:"log"`
}
