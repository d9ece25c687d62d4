package compare

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"ralsh/model"
	"ralsh/model/snapshot"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
	"ralsh/ui/cli/usage"
)

// snapshotFlags select the contents of a snapshot.
type snapshotFlags struct{ types, files []string }

func (f *snapshotFlags) register(a *command.App, cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&f.types, "types", nil, "include only the types `TYPES`, without facts")
	cmd.Flags().StringArrayVar(&f.files, "file", nil, "include the file or directory `PATH`, with a checksum in place of its content (repeatable)")
	_ = cmd.RegisterFlagCompletionFunc("types", func(_ *cobra.Command, _ []string, begin string) ([]string, cobra.ShellCompDirective) {
		before := begin[:strings.LastIndexByte(begin, ',')+1]
		var names []string
		for _, t := range a.RegistryWithModules().Types() {
			if snapshot.Listable(t) {
				names = append(names, before+t.Name+"\t"+t.Summary)
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	})
}

// args returns the flags as arguments for a remote host.
func (f *snapshotFlags) args() (list []string) {
	for _, t := range f.types {
		list = append(list, "--types="+t)
	}
	for _, path := range f.files {
		list = append(list, "--file="+path)
	}
	return list
}

// check returns a usage error for a relative path, because the path may belong to a
// remote host.
func (f *snapshotFlags) check() error {
	for _, path := range f.files {
		if !filepath.IsAbs(path) {
			return usage.Errorf("--file needs an absolute path, not %q", path)
		}
	}
	return nil
}

// snapshotCommand is the command snapshot.
type snapshotCommand struct{ *command.App }

func (a snapshotCommand) command() *cobra.Command {
	var f snapshotFlags
	cmd := &cobra.Command{
		Use: "snapshot", Short: "Print the state of this host, for ralsh compare",
		Long: "Prints the resources of all types that ralsh can list, and the facts, as sorted lines of JSON. A snapshot contains no secrets. It " +
			"names the values that ralsh could not read. Compare snapshots with ralsh compare, or with diff.",
		Example: "  ralsh snapshot > before.snapshot\n  ralsh --on web1+sudo snapshot > web1.snapshot\n  ralsh snapshot --types user,group --file /etc/ssh/sshd_config",
		Args:    usage.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := f.check(); err != nil {
				return err
			}
			s, err := sessionFor(cmd.Context(), a.App, f)
			if err != nil {
				return err
			}
			snap, err := taken(cmd.Context(), s, f)
			if err != nil {
				return err
			}
			if !a.OutTerminal {
				return snap.Write(a.Out)
			}
			clean := output.NewCleaned(a.Out)
			defer clean.Flush()
			return snap.Write(clean)
		},
	}
	f.register(a.App, cmd)
	a.OutputFlag(cmd, "json") // a document on each line
	return cmd
}

// sessionFor returns a session, and prints the errors of the modules that a snapshot
// needs.
func sessionFor(ctx context.Context, a *command.App, f snapshotFlags) (*model.Session, error) {
	s, err := a.Session(ctx)
	switch {
	case err != nil:
		return nil, err
	case f.types == nil:
		a.SayTypeFailures(s)
		a.SayFactFailures(s)
	default:
		a.SayFailuresOf(s, f.types...)
	}
	return s, nil
}

// taken takes a snapshot of this host.
func taken(ctx context.Context, s *model.Session, f snapshotFlags) (*snapshot.Snapshot, error) {
	snap, err := snapshot.Take(ctx, s, snapshot.Options{Types: f.types, Files: f.files})
	if err != nil && ctx.Err() == nil {
		err = usage.Wrap(err)
	}
	return snap, err
}
