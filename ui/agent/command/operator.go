//go:build linux

package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"text/tabwriter"

	"github.com/nats-io/nats.go"
	"github.com/spf13/cobra"

	"ralsh/model/wire"
	"ralsh/ral/host/local"
	"ralsh/ral/host/ownfiles"
	"ralsh/ui/agent/connect"
	"ralsh/ui/agent/operator"
	"ralsh/ui/agent/settings"
	"ralsh/ui/safe"
)

// connectOperator connects with the settings of the operator who runs this program.
func connectOperator(ctx context.Context) (settings.Operator, *nats.Conn, error) {
	config := filepath.Dir(ownfiles.PathsOf(local.Machine().Reader().UID(), os.Getenv).Config)
	s, err := settings.ReadOperator(settings.OperatorFile(config), os.Getenv("HOME"))
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w: copy operators/NAME/* from the directory of `ralsh-agent setup` to %s (docs/fleet.md)", err, config)
	}
	if err != nil {
		return s, nil, err
	}
	conn, err := connect.Operator(ctx, s.Connection, say)
	return s, conn, err
}

// askCommand connects ralsh to the agents; ralsh starts it.
func askCommand() *cobra.Command {
	return &cobra.Command{
		Use: "ask", Short: "Connect ralsh to the agents of hosts",
		Args: noArguments(": ralsh starts it, for ralsh --on 'nats:FILTER' COMMAND"),
		RunE: func(cmd *cobra.Command, _ []string) error { return askHosts(cmd.Context()) },
	}
}

// askHosts connects ralsh to the agents. It sends an error to ralsh as its first message.
func askHosts(ctx context.Context) error {
	s, conn, err := connectOperator(ctx)
	if err != nil {
		return refuse(err)
	}
	defer conn.Close()
	opt := operator.Options{Hello: wire.Hello{Operator: s.Name, Principal: s.Principal, Key: s.Key}, Buckets: s.JetStream, Say: say}
	if err := operator.Run(ctx, conn, opt, os.Stdin, os.Stdout); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// refuse sends the reason for a failed start.
func refuse(err error) error {
	return wire.NewWriter(os.Stdout).Write(wire.Hello{Reason: wire.Clip(err.Error())})
}

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
	all, err := operator.ReadStats(ctx, conn)
	if err != nil {
		return err
	}
	if form == inJSON {
		out := json.NewEncoder(to)
		out.SetIndent("", "  ")
		return out.Encode(append([]operator.Stats{}, all...))
	}
	table := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "HOST\tRALSH\tSINCE (UTC)\tFILTERS\tCALLS\tERRORS\tLAST ERROR")
	for _, s := range all {
		fmt.Fprintf(table, "%s\t%s\t%s\t%d\t%d\t%d\t%s\n",
			safe.Clean(s.Host), safe.Clean(s.Version), s.Began.UTC().Format("2006-01-02 15:04:05"), s.Finds, s.Calls, s.Errors, safe.Clean(s.Last))
	}
	return table.Flush()
}

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
	data, at, err := operator.Last(ctx, conn, bucket, name)
	if err != nil {
		return err
	}
	say(fmt.Sprintf("%s wrote the data at %s UTC", name, at.UTC().Format("2006-01-02 15:04:05")))
	_, err = to.Write(data)
	return err
}
