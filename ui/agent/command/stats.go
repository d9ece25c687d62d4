//go:build linux

package command

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"ralsh/ui/agent/ask"
	"ralsh/ui/safe"
)

func statsCommand() *cobra.Command {
	form := text
	cmd := &cobra.Command{
		Use: "stats", Short: "List the agents with their calls and errors",
		Args: noArguments(""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return printStats(cmd.Context(), cmd.OutOrStdout(), form)
		},
	}
	form.flag(cmd)
	return cmd
}

func printStats(ctx context.Context, to io.Writer, form form) error {
	_, conn, err := connectOperator(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	all, err := ask.ReadStats(ctx, conn)
	if err != nil {
		return err
	}
	if form == inJSON {
		out := json.NewEncoder(to)
		out.SetIndent("", "  ")
		return out.Encode(append([]ask.Stats{}, all...))
	}
	table := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "HOST\tRALSH\tSINCE (UTC)\tFILTERS\tCALLS\tERRORS\tLAST ERROR")
	for _, s := range all {
		fmt.Fprintf(table, "%s\t%s\t%s\t%d\t%d\t%d\t%s\n",
			safe.Clean(s.Host), safe.Clean(s.Version), s.Began.UTC().Format("2006-01-02 15:04:05"), s.Finds, s.Calls, s.Errors, safe.Clean(s.Last))
	}
	return table.Flush()
}
