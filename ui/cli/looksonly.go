package cli

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"ralsh/model"
	"ralsh/model/snapshot"
	"ralsh/ral"
)

// looksOnly is the first argument of a command line that an agent runs for an operator who
// may only read on this host. A command line that is not in looks is rejected.
const looksOnly = "--looks"

// look is a read-only command, with the flags that name no file, no directory and no
// server, and show no secret. Unlisted flags are rejected.
type look struct{ command, flags string }

// looks are the commands that may follow --looks, each also with lookFlags.
var looks = [...]look{
	{"", "version"},
	{"version", ""},
	{"types", "output"},
	{"describe", "list meta output provider providers short"},
	{"providers", "output"},
	{"why", "output"},
	{"resource", "debug fail output param provider show_diff strict timing to_yaml trace types verbose"},
	{"facts", factsLookFlags},
	{"facts show", factsLookFlags},
	{"snapshot", "output types"},
	{"history", "limit output"},
	{"paths", "output"},
}

const (
	lookFlags = "help color no-color"
	// Without --no-block and --no-cache, which override the facter.conf of the host.
	factsLookFlags = "debug hocon json list-block-groups list-cache-groups log-level no-custom-facts no-external-facts output puppet show-legacy sources strict timing trace verbose yaml"
)

// allows reports whether a read-only command accepts a flag.
func (l look) allows(flag string) bool {
	return slices.Contains(strings.Fields(lookFlags+" "+l.flags), flag)
}

// lookFor returns the read-only command of a command by its words.
func lookFor(command string) (look, bool) {
	i := slices.IndexFunc(looks[:], func(l look) bool { return l.command == command })
	if i < 0 {
		return look{}, false
	}
	return looks[i], true
}

// onlyLooks removes --looks from the command line, and closes standard input. It returns a
// usage error for a command line that is not allowed.
func (a *app) onlyLooks() error {
	a.Args, a.look, a.In = a.Args[1:], true, strings.NewReader("")
	cmd, words, err := newApp(a.Env).command().Find(a.Args)
	if err != nil {
		return usageError{err}
	}
	command := strings.TrimPrefix(strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()), " ")
	l, is := lookFor(command)
	if !is {
		if !mayOrder(cmd) {
			return neverOrdered(command)
		}
		return moreThanLook(command, command)
	}
	cmd.InitDefaultHelpFlag()
	if err := cmd.ParseFlags(words); err != nil {
		return flagError(cmd, err)
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if err == nil && !l.allows(f.Name) {
			err = moreThanLook("--"+f.Name, command)
			if !slices.Contains(orderedFlags[:], f.Name) {
				err = neverOrdered("--" + f.Name)
			}
		}
	})
	given := cmd.Flags().Args()
	switch {
	case err != nil:
		return err
	case command == "" && len(given) > 0:
		return usagef("agents do not run %q as a read-only command (known: %s)", given[0], lookNames())
	case command == "" && !on(cmd, "help") && !on(cmd, "version"):
		return usagef("agents do not open the terminal UI (read-only commands: %s)", lookNames())
	case command != "resource":
		return nil
	}
	given, err = (&resourceFlags{}).providerAmong(given)
	if err == nil && len(given) > 2 {
		err = moreThanLook("ATTRIBUTE=VALUE", command)
	}
	return err
}

// neverOrdered returns the error of a command line that agents never run.
func neverOrdered(what string) error {
	return usagef("%s is not allowed, even with a signed order", what)
}

// moreThanLook is the error of a command line that an agent runs for a signed order only.
// It does not repeat arguments, which may be secret.
func moreThanLook(what, command string) error {
	return usagef("%s is not allowed without a signed order: %s", what,
		strings.Join(strings.Fields("ralsh --on 'nats:web1+sudo' "+command+" ..."), " "))
}

func lookNames() string {
	var names []string
	for _, l := range looks {
		if l.command != "" {
			names = append(names, l.command)
		}
	}
	return strings.Join(names, ", ")
}

// mayRead returns an error for a read-only command that names a resource outside of the
// listing of its type. A path names a file or the setting of an ini file, and an agent can
// read its private key, so the operator must not choose the path.
func (a *app) mayRead(ctx context.Context, s *model.Session, t *ral.Type, name string) error {
	switch {
	case !a.look:
		return nil
	case !snapshot.Listable(t):
		return moreThanLook("a resource of the type "+t.Name+", which cannot be listed,", "resource")
	case !strings.Contains(name, "/"):
		return nil
	}
	listed := false
	s.Env.List(ctx, t, func(ev ral.ListEvent) {
		listed = listed || slices.ContainsFunc(ev.Found, func(in *ral.Instance) bool { return in.Name == name })
	})
	if err := ctx.Err(); err != nil || listed {
		return err
	}
	return moreThanLook("a name with a slash that ralsh resource "+t.Name+" does not list", "resource")
}
