package change

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"ralsh/model"
	"ralsh/model/export"
	"ralsh/model/notation"
	"ralsh/ral"
	"ralsh/ral/manifest"
	"ralsh/ral/onhost"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
)

// list prints all instances, sorted by name, then provider.
func (a resourceCommand) list(ctx context.Context, s *model.Session, t *ral.Type, f resourceFlags) error {
	var found []*ral.Instance
	var ends []listedItem
	failed := false
	collect := func(ev onhost.ListEvent) {
		found = append(found, ev.Found...)
		if ev.Done {
			end := listedItem{Name: ev.Provider.Name, Count: ev.Count, ElapsedMS: output.Millis(ev.Elapsed)}
			if ev.Err != nil {
				text := ev.Err.Error()
				end.Error, end.malformed, end.partly = &text, ral.IsDamage(ev.Err), ral.ListedPart(ev.Count, ev.Err)
				failed = failed || !end.malformed || f.strict
			}
			ends = append(ends, end)
		}
	}
	if f.provider != "" {
		p := t.Provider(f.provider)
		if sv := s.Env.Explain(ctx, p); !sv.Suitable() {
			return &onhost.UnsuitableError{Suitability: sv}
		}
		s.Env.ListBy(ctx, p, collect)
	} else {
		if el := s.Env.Elect(ctx, t); el.Winner == nil {
			return a.noneSuitable(ctx, s, t)
		}
		s.Env.List(ctx, t, collect)
		a.notAsked(ctx, s, t)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	slices.SortStableFunc(found, func(x, y *ral.Instance) int {
		return cmp.Or(strings.Compare(x.Name, y.Name), strings.Compare(x.Provider.Name, y.Provider.Name))
	})
	if err := a.instances(found, ends, f); err != nil {
		return err
	}
	return a.listErrors(ends, failed, f)
}

// notAsked prints the providers whose tests failed to run. Unlike a provider
// without its tool, they may have instances.
func (a resourceCommand) notAsked(ctx context.Context, s *model.Session, t *ral.Type) {
	for _, sv := range s.Choose(ctx, t).All {
		if v := sv.FirstFailure(); v != nil && v.Outcome == onhost.Broken {
			a.Say("%s was skipped: %s", sv.Provider.Name, v.Got)
		}
	}
}

func (a resourceCommand) listErrors(ends []listedItem, failed bool, f resourceFlags) error {
	whole := 0
	for _, e := range ends {
		if e.Error == nil || e.malformed {
			whole++
		}
	}
	for _, e := range ends {
		if e.Error == nil {
			continue
		}
		text := strings.ReplaceAll(*e.Error, "\n", "; ") // joined errors have a line each
		fared, rest := "cannot list its instances", ""
		if e.partly {
			fared = "listed only part of its instances"
		}
		switch {
		case whole == 0 || e.malformed:
		case whole == 1:
			rest = ". The list of the other provider is complete."
		default:
			rest = fmt.Sprintf(". The lists of the other %d providers are complete.", whole)
		}
		a.Say("%s %s: %s%s", e.Name, fared, text, rest)
	}
	if failed && (f.strict || whole == 0) {
		return command.StatusError(command.Failure)
	}
	return nil
}

func (a resourceCommand) noneSuitable(ctx context.Context, s *model.Session, t *ral.Type) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := s.Choose(ctx, t).Unsuitable(); err != nil {
		return fmt.Errorf("%w (see ralsh providers %s)", err, t.Name)
	}
	return &onhost.NoProviderError{Type: t}
}

func (a resourceCommand) instances(found []*ral.Instance, ends []listedItem, f resourceFlags) error {
	switch a.Format {
	case "json":
		return a.instancesJSON(found, ends, f.showSecrets)
	case "text":
		a.instanceTable(found, f.params)
		return nil
	}
	if a.Format == "puppet" {
		a.puppet(found, f.showSecrets)
		return nil
	}
	resources := make([]manifest.Resource, len(found))
	for i, in := range found {
		resources[i] = manifest.FromInstance(in, f.showSecrets)
		titled(&resources[i], found, i)
	}
	out, err := manifest.YAML(resources...)
	a.Code(out + manifest.YAMLSecrets(resources...))
	return err
}

// instancesJSON prints the document of a listing.
func (a resourceCommand) instancesJSON(found []*ral.Instance, ends []listedItem, show bool) error {
	doc := a.StartList(struct {
		Schema int `json:"schema"`
	}{output.Schema}, "instances")
	text := export.InstanceText{Show: show}
	for i, in := range found {
		leftOut := ""
		if again(found, i) {
			leftOut = sameName
		}
		doc.Next()
		doc.Buf = text.Append(doc.Buf, in, leftOut, output.ItemIndent)
	}
	if err := text.Err(); err != nil {
		return err
	}
	return doc.End(resourceEnd{append([]listedItem{}, ends...), a.timingDocument()})
}

// puppet prints instances as code, some kilobytes at a time.
func (a resourceCommand) puppet(found []*ral.Instance, show bool) {
	var r manifest.Resource
	buf := make([]byte, 0, output.FlushSize+4<<10)
	for i, in := range found {
		r.Take(in, show)
		titled(&r, found, i)
		if buf = r.AppendPuppet(buf); len(buf) > output.FlushSize {
			a.CodeBytes(buf)
			buf = buf[:0]
		}
	}
	a.CodeBytes(buf)
}

const sameName = "a different resource with this name is declared"

// again reports whether a previous instance of the same provider has the same
// name and can be declared. The list must be sorted. Two users may have keys of
// the same name.
func again(found []*ral.Instance, i int) bool {
	for j := i - 1; j >= 0 && found[j].Name == found[i].Name; j-- {
		if found[j].Provider == found[i].Provider && found[j].AsResource().OmitReason() == "" {
			return true
		}
	}
	return false
}

// titled gives a resource a unique title if several providers have a resource
// of its name. The list must be sorted.
func titled(r *manifest.Resource, found []*ral.Instance, i int) {
	if r.LeftOut == "" && again(found, i) {
		r.LeftOut = sameName
	}
	if i > 0 && found[i-1].Name == found[i].Name && found[i].Type.PerProvider {
		r.Titled(r.Title + " by " + r.Provider)
	}
}

// instanceTable prints a table with the columns of the type, and then more.
func (a resourceCommand) instanceTable(found []*ral.Instance, more []string) {
	if len(found) == 0 {
		return
	}
	cols := slices.Clone(found[0].Type.Columns[:])
	for _, c := range more {
		if !slices.Contains(cols, c) {
			cols = append(cols, c)
		}
	}
	head := []string{strings.ToUpper(found[0].Type.Name)}
	for _, c := range cols {
		if c != "" {
			head = append(head, strings.ToUpper(c))
		}
	}
	head = append(head, "PROVIDER")
	rows := make([][]string, 0, len(found))
	cells := make([]string, 0, len(found)*len(head)) // of all rows
	for _, in := range found {
		start := len(cells)
		cells = append(cells, in.Name)
		for _, c := range cols {
			if c != "" {
				cells = append(cells, notation.ShowIs(in.Type.Attr(c), in.Get(c)))
			}
		}
		cells = append(cells, in.Provider.Name)
		rows = append(rows, cells[start:])
	}
	a.Table(head, rows)
}
