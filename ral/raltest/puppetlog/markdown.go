package puppetlog

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/typedoc"
)

// AttributeDoc returns the documentation of an attribute as Puppet prints it
// (semantics.md T8).
func AttributeDoc(a *ral.Attribute) string {
	text := typedoc.Scrub(a.Doc) + "\n\n" + typedoc.Values(a)
	if len(a.Features) > 0 {
		text += "\n\nRequires features " + strings.Join(a.Features, " ") + "."
	}
	return text
}

// ProviderDoc returns the documentation of a provider as Puppet prints it: text,
// required commands, defaults, features (semantics.md T8).
func ProviderDoc(p *ral.Provider) string {
	var bullets []string
	var commands []string
	for _, c := range p.Commands {
		if !c.Optional {
			commands = append(commands, "`"+c.Binary+"`")
		}
	}
	if len(commands) > 0 {
		bullets = append(bullets, "* Required binaries: "+strings.Join(commands, ", ")+".")
	}
	if len(p.Default) > 0 {
		bullets = append(bullets, "* "+defaultsDoc(p.Default))
	}
	if names := p.FeatureNames(); len(names) > 0 {
		bullets = append(bullets, "* Supported features: `"+strings.Join(names, "`, `")+"`.")
	}
	if len(bullets) == 0 {
		return typedoc.Scrub(p.Doc)
	}
	return typedoc.Scrub(p.Doc) + "\n\n" + strings.Join(bullets, "\n")
}

func defaultsDoc(clauses []condition.Clause) string {
	sentences := make([]string, len(clauses))
	for i, clause := range clauses {
		var parts []string
		for _, m := range clause {
			want := strings.Join(m.Values, ", ")
			if m.Pattern != nil {
				want = "/" + m.Pattern.String() + "/"
			}
			parts = append(parts, "`"+m.Fact+"` == `"+want+"`")
		}
		sentences[i] = "Default for " + strings.Join(parts, " and ") + "."
	}
	return strings.Join(sentences, " ")
}

// FeatureDocs returns the features of a type and a table of the providers that have
// them.
func FeatureDocs(ty *ral.Type) string {
	features := slices.SortedFunc(slices.Values(ty.Features), func(a, b ral.Feature) int { return strings.Compare(a.Name, b.Name) })
	headers, out := []string{"Provider"}, ""
	for _, f := range features {
		headers = append(headers, f.Name)
		out += "- *" + f.Name + "*: " + f.Doc + "\n"
	}
	rows := map[string][]string{}
	for _, p := range ty.Providers() {
		for _, f := range features {
			cell := ""
			if p.HasFeature(f.Name) {
				cell = "*X*"
			}
			rows[p.Name] = append(rows[p.Name], cell)
		}
	}
	return out + Table(headers, rows)
}

// Definition returns an entry of a Markdown definition list.
func Definition(term, text string) string {
	first, rest, more := strings.Cut(typedoc.Scrub(text), "\n")
	out := term + "\n: " + first + "\n"
	if more {
		for _, line := range strings.Split(rest, "\n") {
			if strings.TrimSpace(line) != "" {
				line = "  " + line
			}
			out += line + "\n"
		}
	}
	return out + "\n"
}

// Header returns a Markdown heading.
func Header(text string, level int) string { return strings.Repeat("#", level) + " " + text + "\n\n" }

// Table returns a Markdown table with its rows sorted by name.
func Table(headers []string, rows map[string][]string) string {
	lines := [][]string{headers}
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		lines = append(lines, append([]string{name}, rows[name]...))
	}
	widths := make([]int, len(headers))
	for _, line := range lines {
		for i, cell := range line {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	dashes := make([]string, len(widths))
	for i, w := range widths {
		dashes[i] = strings.Repeat("-", w)
	}
	out := "\n\n"
	for _, line := range slices.Insert(lines, 1, dashes) {
		for i, cell := range line {
			line[i] = cell + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
		}
		out += strings.Join(line, " | ") + " |\n"
	}
	return out + "\n"
}
