//go:build linux

package command

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"ralsh/model/wire"
	"ralsh/ui/agent/ask"
)

// lastCommand prints the data of a host on the server. The time of the data goes to standard
// error.
func lastCommand() *cobra.Command {
	kept := map[string]string{"facts": wire.BucketFacts, "snapshot": wire.BucketSnapshot}
	return &cobra.Command{
		Use: "last facts|snapshot HOST", Short: "Print the last state of a host as JSON",
		Long: `ralsh-agent last prints the last facts or the last snapshot of a host, also while
the host is silent. The NATS server stores them if it was set up with --jetstream.
The time of the data is printed to standard error.`,
		ValidArgs: []string{"facts", "snapshot"},
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 || kept[args[0]] == "" {
				return usageError{errors.New("usage: ralsh-agent last facts HOST, or ralsh-agent last snapshot HOST")}
			}
			if err := wire.CheckName(args[1]); err != nil {
				return usageError{err}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return printLast(cmd.Context(), cmd.OutOrStdout(), kept[args[0]], args[1])
		},
	}
}

func printLast(ctx context.Context, to io.Writer, bucket, name string) error {
	_, conn, err := connectOperator(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	data, at, err := ask.Last(ctx, conn, bucket, name)
	if err != nil {
		return err
	}
	say(fmt.Sprintf("%s wrote the data at %s UTC", name, at.UTC().Format("2006-01-02 15:04:05")))
	_, err = to.Write(data)
	return err
}
