//go:build linux

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"text/tabwriter"

	"ralsh/ui/agent/ask"
	"ralsh/ui/safe"
)

// statsRole prints what the agents have been asked since they began.
func statsRole(ctx context.Context, args []string) error {
	asJSON := slices.Equal(args, []string{"-o", "json"})
	if len(args) > 0 && !asJSON {
		return usageError{errors.New("usage: ralsh-agent stats [-o json]")}
	}
	_, conn, err := connectOperator(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	all, err := ask.ReadStats(ctx, conn)
	if err != nil {
		return err
	}
	if asJSON {
		out := json.NewEncoder(os.Stdout)
		out.SetIndent("", "  ")
		return out.Encode(append([]ask.Stats{}, all...))
	}
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "HOST\tRALSH\tSINCE (UTC)\tFILTERS\tCALLS\tERRORS\tLAST ERROR")
	for _, s := range all {
		fmt.Fprintf(table, "%s\t%s\t%s\t%d\t%d\t%d\t%s\n",
			safe.Clean(s.Host), safe.Clean(s.Version), s.Began.UTC().Format("2006-01-02 15:04:05"), s.Finds, s.Calls, s.Errors, safe.Clean(s.Last))
	}
	return table.Flush()
}
