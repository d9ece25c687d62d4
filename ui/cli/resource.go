package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/manifest"
)

// resourceFlags are the flags of the resource command.
type resourceFlags struct {
	provider    string
	noop        bool
	strict      bool
	detailed    bool
	showSecrets bool
}

type resourceDocument struct {
	Schema    int              `json:"schema"`
	Instances []model.Instance `json:"instances"`
	Providers []listedItem     `json:"providers"`
}

type listedItem struct {
	Name      string  `json:"name"`
	Count     int     `json:"count"`
	ElapsedMS float64 `json:"elapsed_ms"`
	Error     *string `json:"error"`
}

func (a *app) resourceCommand() *cobra.Command {
	var f resourceFlags
	cmd := &cobra.Command{
		Use:   "resource TYPE [NAME] [ATTR=VALUE ...]",
		Short: "List instances, show one, or bring one to what it should be",
		Example: "  ralsh resource user\n  ralsh resource user deploy\n" +
			"  ralsh resource user deploy shell=/bin/bash --noop",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("resource needs a type: ralsh resource user (ralsh types lists them)")
			}
			return nil
		},
		ValidArgsFunction: a.completeResource,
		RunE:              func(cmd *cobra.Command, args []string) error { return a.resource(cmd.Context(), f, args) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.provider, "provider", "", "the provider to ask, or to give the change to")
	flags.BoolVar(&f.noop, "noop", false, "plan only: say what would be done and change nothing")
	flags.BoolVar(&f.strict, "strict", false, "exit 1 when any provider fails to list")
	flags.BoolVar(&f.detailed, "detailed-exitcodes", false, "0, 2 changed (or would), 4 failed, 6 both, 1 could not start")
	flags.BoolVar(&f.showSecrets, "show-secrets", false, "print secrets instead of leaving them out (root only)")
	a.outputFlag(cmd, "puppet", "text", "json", "yaml")
	return cmd
}

func (a *app) resource(ctx context.Context, f resourceFlags, args []string) error {
	s, err := a.session(ctx)
	if err != nil {
		return err
	}
	t, err := s.Type(args[0])
	if err != nil {
		return err
	}
	if f.showSecrets && !s.IsRoot() {
		return usagef("--show-secrets needs root; %s is not", s.User())
	}
	if f.provider != "" && t.Provider(f.provider) == nil {
		var names []string
		for _, p := range t.Providers() {
			names = append(names, p.Name)
		}
		return nearest("provider of "+t.Name, f.provider, names)
	}
	switch {
	case len(args) == 1 && t.Listless != "":
		return usagef("%s cannot be listed, it goes %s: ralsh resource %s NAME", t.Name, t.Listless, t.Name)
	case len(args) == 1:
		return a.list(ctx, s, t, f)
	case len(args) == 2:
		return a.show(ctx, s, t, args[1], f)
	}
	return a.set(ctx, s, t, args[1], args[2:], f)
}

// list prints all instances, sorted by name, then provider.
func (a *app) list(ctx context.Context, s *model.Session, t *ral.Type, f resourceFlags) error {
	var found []*ral.Found
	var ends []listedItem
	failed := false
	collect := func(ev ral.ListEvent) {
		found = append(found, ev.Found...)
		if ev.Done {
			end := listedItem{Name: ev.Provider.Name, Count: ev.Count, ElapsedMS: millis(ev.Elapsed)}
			if ev.Err != nil {
				text := ev.Err.Error()
				end.Error, failed = &text, true
			}
			ends = append(ends, end)
		}
	}
	if f.provider != "" {
		p := t.Provider(f.provider)
		if sv := s.Env.Explain(ctx, p); !sv.Suitable() {
			return &ral.UnsuitableError{Suitability: sv}
		}
		s.Env.ListBy(ctx, p, collect)
	} else {
		if el := s.Env.Elect(ctx, t); el.Winner == nil {
			return a.noneSuitable(ctx, s, t)
		}
		s.Env.List(ctx, t, collect)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	slices.SortFunc(found, func(x, y *ral.Found) int {
		return cmp.Or(strings.Compare(x.Name, y.Name), strings.Compare(x.Provider.Name, y.Provider.Name))
	})
	if err := a.instances(found, ends, f); err != nil {
		return err
	}
	return a.listErrors(ends, failed, f)
}

func (a *app) listErrors(ends []listedItem, failed bool, f resourceFlags) error {
	whole := 0
	for _, e := range ends {
		if e.Error == nil {
			whole++
		}
	}
	for _, e := range ends {
		if e.Error != nil {
			a.say("%s did not list: %s. The other %d are complete.", e.Name, *e.Error, whole)
		}
	}
	if failed && (f.strict || whole == 0) {
		return statusError(Failure)
	}
	return nil
}

func (a *app) noneSuitable(ctx context.Context, s *model.Session, t *ral.Type) error {
	var reasons []string
	for _, sv := range s.Choose(ctx, t).All {
		reasons = append(reasons, sv.Provider.Name+": "+sv.Reason())
	}
	return fmt.Errorf("no provider of %s is suitable: %s (ralsh providers %s says all)", t.Name, strings.Join(reasons, "; "), t.Name)
}

func (a *app) instances(found []*ral.Found, ends []listedItem, f resourceFlags) error {
	switch a.output {
	case "json":
		doc := resourceDocument{Schema: Schema, Instances: []model.Instance{}, Providers: append([]listedItem{}, ends...)}
		for _, in := range found {
			doc.Instances = append(doc.Instances, model.InstanceJSON(in, f.showSecrets))
		}
		return a.document(doc)
	case "text":
		a.instanceTable(found)
		return nil
	}
	if a.output == "puppet" {
		a.puppet(found, f.showSecrets)
		return nil
	}
	resources := make([]manifest.Resource, len(found))
	for i, in := range found {
		resources[i] = manifest.Of(in, f.showSecrets)
	}
	out, err := manifest.YAML(resources...)
	a.code(out)
	return err
}

// puppet writes as it goes, some kilobytes at a time.
func (a *app) puppet(found []*ral.Found, show bool) {
	const enough = 32 << 10
	var r manifest.Resource
	buf := make([]byte, 0, enough+4<<10)
	for _, in := range found {
		r.Take(in, show)
		if buf = r.AppendPuppet(buf); len(buf) > enough {
			a.codeBytes(buf)
			buf = buf[:0]
		}
	}
	a.codeBytes(buf)
}

func (a *app) instanceTable(found []*ral.Found) {
	if len(found) == 0 {
		return
	}
	cols := found[0].Type.Columns
	head := []string{strings.ToUpper(found[0].Type.Name)}
	for _, c := range cols {
		if c != "" {
			head = append(head, strings.ToUpper(c))
		}
	}
	head = append(head, "PROVIDER")
	var rows [][]string
	for _, in := range found {
		row := []string{in.Name}
		for _, c := range cols {
			if c != "" {
				row = append(row, model.ShowIs(nil, in.Type.Attr(c), in.Get(c)))
			}
		}
		rows = append(rows, append(row, in.Provider.Name))
	}
	a.table(head, rows)
}

// show prints one resource as every provider that knows it sees it.
func (a *app) show(ctx context.Context, s *model.Session, t *ral.Type, name string, f resourceFlags) error {
	var answers []ral.Seen
	if f.provider != "" {
		target, err := s.Resolve(ctx, t, name, f.provider)
		if err != nil {
			return err
		}
		answers = target.Seen
	} else if answers = s.Env.Find(ctx, t, name); len(answers) == 0 {
		return a.noneSuitable(ctx, s, t)
	}
	var know, absent []*ral.Found
	var ends []listedItem
	for _, seen := range answers {
		end := listedItem{Name: seen.Provider.Name, ElapsedMS: millis(seen.Elapsed)}
		switch {
		case seen.Err != nil:
			if errors.As(seen.Err, new(ral.Diags)) {
				return seen.Err
			}
			text := seen.Err.Error()
			end.Error = &text
		case seen.Found.Present():
			end.Count = 1
			know = append(know, seen.Found)
		default:
			absent = append(absent, seen.Found)
		}
		ends = append(ends, end)
	}
	if len(know) == 0 && len(absent) > 0 {
		know = absent[:1]
	}
	if err := a.instances(know, ends, f); err != nil {
		return err
	}
	return a.listErrors(ends, len(know) == 0, f)
}

func (a *app) completeResource(cmd *cobra.Command, args []string, begin string) ([]string, cobra.ShellCompDirective) {
	none := cobra.ShellCompDirectiveNoFileComp
	if len(args) == 0 {
		return a.completeTypes(cmd, args, begin)
	}
	t := a.Registry.Type(args[0])
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
	if t.Listless != "" {
		return nil, cobra.ShellCompDirectiveDefault
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	s, err := a.session(ctx)
	if err != nil {
		return nil, none
	}
	var names []string
	s.Env.List(ctx, t, func(ev ral.ListEvent) {
		for _, in := range ev.Found {
			if strings.HasPrefix(in.Name, begin) {
				names = append(names, in.Name)
			}
		}
	})
	return names, none
}
