package cli

import "github.com/spf13/cobra"

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
			a.table([]string{"WHAT", "PATH"}, [][]string{{"config", p.Config}, {"state", p.State}, {"log", p.Log}})
			return nil
		},
	}
}
