package change

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ralsh/ral/onhost"
	"ralsh/ui/safe"
)

func (a resourceCommand) completeResource(cmd *cobra.Command, args []string, begin string) ([]string, cobra.ShellCompDirective) {
	none := cobra.ShellCompDirectiveNoFileComp
	if len(args) == 0 {
		return a.CompleteTypes(cmd, args, begin)
	}
	t := a.RegistryWithModules().Type(args[0])
	if t == nil {
		return nil, none
	}
	if len(args) > 1 {
		var names []string
		for _, attr := range slices.Concat(t.Properties(), t.Params()) {
			names = append(names, attr.Name+"=")
		}
		return names, none | cobra.ShellCompDirectiveNoSpace
	}
	if t.OnlyDeclared() {
		return nil, none
	}
	if t.NotListable != "" {
		return nil, cobra.ShellCompDirectiveDefault
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	s, err := a.Session(ctx)
	if err != nil {
		return nil, none
	}
	var names []string
	s.Env.List(ctx, t, func(ev onhost.ListEvent) {
		for _, in := range ev.Found {
			// A shell inserts the name unchanged, so an escaped name would be wrong.
			if strings.HasPrefix(in.Name, begin) && safe.Shows(in.Name) {
				names = append(names, in.Name)
			}
		}
	})
	return names, none
}
