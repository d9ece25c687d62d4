package compare

import (
	"strings"

	"ralsh/model/snapshot"
	"ralsh/ral/noise"
	"ralsh/ui/words"
)

// printDifference prints a difference as text or as a document, with the staged drafts
// unless st is nil.
func (a compareCommand) printDifference(d *snapshot.Difference, st *snapshot.Staged, f compareFlags) error {
	if a.Format == "json" {
		doc := differenceDocument(d, f.all)
		doc.Staged = stagedDocument(st)
		return a.Document(doc)
	}
	a.head("A", d.A)
	a.head("B", d.B)
	for i := range d.Groups {
		a.group(&d.Groups[i], f.all)
	}
	for _, side := range []string{"A", "B"} {
		if types := notOn(d, side); len(types) > 0 {
			a.Print("")
			a.Print("? not in the snapshot of %s: %s", side, strings.Join(types, ", "))
		}
	}
	if st != nil {
		a.stagedText(st)
	}
	a.Print("")
	if differ, unknown, gaps := d.Counts(); differ == 0 && unknown == 0 && !gaps {
		a.Print("A and B are equal.")
	}
	a.Print("%s", leftOutOf(d.Left(), f.all))
	return nil
}

// notOn returns the types that the snapshot of a side does not have.
func notOn(d *snapshot.Difference, side string) (types []string) {
	for _, g := range d.Groups {
		if g.NotOn == side {
			types = append(types, g.Type)
		}
	}
	return types
}

// head prints the host of a snapshot, and who took it.
func (a compareCommand) head(name string, h snapshot.Head) {
	who := h.User
	if !h.Privileged {
		who += " (unprivileged)"
	}
	root := ""
	if h.Root != "/" {
		root = " below " + h.Root
	}
	a.Print("%s: %s%s, %s, by %s, ralsh %s", name, h.Host, root, h.Taken.UTC().Format("2006-01-02 15:04:05 UTC"), who, h.Version)
}

// group prints the rows of a type.
func (a compareCommand) group(g *snapshot.Group, all bool) {
	if len(g.Rows) == 0 && len(g.Gaps) == 0 && (!all || len(g.Rest) == 0) {
		return
	}
	name := g.Type
	if name == "" {
		name = "facts"
	}
	a.Print("")
	a.Print("%s (%s on A, %s on B)", name, string(words.Count(g.A)), string(words.Count(g.B)))
	for _, gap := range g.Gaps {
		a.Print("  ? %s", gap)
	}
	if !all {
		for _, fold := range g.Folded() {
			a.fold(fold)
		}
		return
	}
	for i := range g.Rows {
		a.row(&g.Rows[i], "")
	}
	for i := range g.Rest {
		a.row(&g.Rest[i], restOf(&g.Rest[i]))
	}
}

// restOf returns why a row is omitted.
func restOf(r *snapshot.Row) string {
	if r.Class == noise.Chosen {
		return "not known"
	}
	return r.Class.String()
}

// row prints a row with a note.
func (a compareCommand) row(r *snapshot.Row, note string) {
	title := r.Label()
	if note != "" {
		note = " (" + note + ")"
	}
	switch {
	case r.Why != "":
		a.Print("  %s %s: %s: %s%s", string(r.Sign), title, onlyOn(r), r.Why, note)
	case r.Sign == snapshot.OnlyA || r.Sign == snapshot.OnlyB:
		a.Print("  %s %s%s%s", string(r.Sign), title, stateOf(r), note)
		if r.Type == "" {
			a.severalLines(r.Values()[0])
		}
	case len(r.Changes) == 1:
		a.Print("  %s %s: %s%s", string(r.Sign), title, changeText(r.Changes[0], r.Type != ""), note)
		a.severalLines(r.Changes[0])
	default:
		a.Print("  %s %s%s", string(r.Sign), title, note)
		for _, c := range r.Changes {
			a.Print("      %s %s", string(c.Sign), changeText(c, true))
			a.severalLines(c)
		}
	}
}

// severalLines prints the difference of texts with several lines.
func (a compareCommand) severalLines(c snapshot.Change) {
	if is, should, ok := words.Texts(c.A, c.B); ok {
		a.Hunks(a.Out, is, should)
	}
}

// onlyOn returns the side that has an instance, if the other side may have it
// as well.
func onlyOn(r *snapshot.Row) string {
	if r.OnA {
		return "present on A, unknown on B"
	}
	return "present on B, unknown on A"
}

// stateOf returns the value of an instance on a single side: of a fact, or of ensure unless
// it is present.
func stateOf(r *snapshot.Row) string {
	for _, c := range r.Values() {
		is := c.A
		if !r.OnA {
			is = c.B
		}
		if text := words.Shown(is); r.Type == "" || c.Property == "ensure" && text != "present" {
			return ": " + text
		}
	}
	return ""
}

// changeText returns the values of a property, with its name if named is set.
func changeText(c snapshot.Change, named bool) string {
	text := words.Shown(c.A) + " | " + words.Shown(c.B)
	if c.Why != "" {
		text = c.Why
	}
	if !named {
		return text
	}
	return c.Property + ": " + text
}

// foldShows is how many of many rows are named.
const foldShows = 3

// fold prints a row, or a summary line of several rows.
func (a compareCommand) fold(f snapshot.Fold) {
	first := &f[0]
	if len(f) == 1 {
		a.row(first, "")
		return
	}
	var names, properties []string
	for i := range f[:foldShows] {
		text := f[i].Label()
		if len(f[i].Changes) == 1 && first.Why == "" {
			text += " (" + changeText(f[i].Changes[0], false) + ")"
		}
		names = append(names, text)
	}
	for _, c := range first.Changes {
		properties = append(properties, c.Property)
	}
	what := "differ in " + strings.Join(properties, ", ")
	switch {
	case first.Why != "" && first.OnA:
		what = "are present on A, unknown on B: " + first.Why
	case first.Why != "":
		what = "are present on B, unknown on A: " + first.Why
	case first.Sign == snapshot.Unknown:
		what = "are unknown in " + strings.Join(properties, ", ")
	}
	a.Print("  %s %s %s: %s, ... (--all shows all)", string(first.Sign), string(words.Count(len(f))), what, strings.Join(names, ", "))
}

// leftOutOf returns the omitted differences with the reasons.
func leftOutOf(l snapshot.Left, all bool) string {
	reasons := map[noise.Class]string{
		noise.State: "state of hardware and processes", noise.Identity: "identity of a host", noise.Volatile: "change continuously",
	}
	parts := words.LeftOut(l, func(c noise.Class) string { return " (" + reasons[c] + ")" })
	switch {
	case len(parts) == 0:
		return "All differences are shown."
	case all:
		return "All differences are shown. Without --all, ralsh omits: " + strings.Join(parts, ", ") + "."
	}
	return "Omitted: " + strings.Join(parts, ", ") + ". --all shows them."
}
