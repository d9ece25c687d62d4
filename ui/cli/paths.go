package cli

import (
	"github.com/spf13/cobra"

	"ralsh/model"
)

func (a *app) pathsCommand() *cobra.Command {
	return &cobra.Command{
		Use: "paths", Short: "Show the paths of ralsh's own files",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := a.session(cmd.Context())
			if err != nil {
				return err
			}
			p := s.Paths()
			hosts, _, _ := model.HostsFiles(a.Getenv)
			a.table([]string{"WHAT", "PATH"}, [][]string{{"config", p.Config}, {"hosts", hosts}, {"state", p.State}, {"log", p.Log}})
			return nil
		},
	}
}
