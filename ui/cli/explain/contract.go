package explain

import (
	"cmp"
	"strings"

	"ralsh/ral"
	"ralsh/ral/modules"
	"ralsh/ral/modules/star"
	"ralsh/ral/typedoc"
	"ralsh/ui/tui/theme"
)

// contract prints the interface of a type to a provider in a module.
func (a describeCommand) contract(t *ral.Type) {
	c := modules.ContractOf(t)
	a.Print("Interface of a provider of %s", a.Paint(theme.Accent, t.Name))
	if t.OnlyDeclared() {
		a.Print("")
		a.Paragraph("Resources of the type "+t.Name+" need no provider.", "")
		return
	}
	a.Print("")
	a.Paragraph("Hooks are optional arguments of provider(). ralsh reads a property without a hook from `instances` or `retrieve`, and "+
		"passes its new value to `flush`.", "")
	a.Print("")
	var rows [][]string
	for _, h := range star.Hooks() {
		rows = append(rows, []string{h.Name, strings.Join(h.Given, ", "), cmp.Or(h.Returns, "nothing")})
	}
	a.TableOf([]string{"HOOK", "ARGUMENTS", "RETURNS"}, rows, func(int, string) theme.Token { return theme.Text })
	a.Section("Properties")
	for _, p := range c.Properties {
		a.propertyContract(p)
	}
	a.Section("Methods")
	for _, m := range c.Methods {
		a.Print("")
		a.Print("  %s(self)", m.Name)
		a.Paragraph(methodText(m), "      ")
	}
	if len(c.Methods) == 0 {
		a.Print("")
		a.Paragraph("This type calls only the hooks.", "  ")
	}
	if len(c.Elsewhere) > 0 {
		var there []string
		for _, m := range c.Elsewhere {
			there = append(there, m.Name+" is "+m.Instead)
		}
		a.Print("")
		a.Paragraph("Hooks replace these methods of Puppet's providers: "+strings.Join(there, ", ")+".", "  ")
	}
	if len(c.Features) == 0 {
		return
	}
	a.Section("Features")
	for _, f := range c.Features {
		a.Print("")
		a.Print("  %s", f.Name)
		a.Paragraph(featureText(f), "      ")
	}
}

func (a describeCommand) propertyContract(p modules.PropertyContract) {
	a.Print("")
	a.Print("  %s", p.Name)
	switch {
	case p.ReadOnly:
		a.Paragraph("Read-only.", "      ")
		return
	case len(p.Features) > 0:
		a.Paragraph("For a provider with "+features(p.Features)+".", "      ")
	}
	listed := false
	for _, v := range p.Values {
		ways := valueWays(v)
		if len(v.Features) > 0 {
			ways = strings.TrimPrefix(ways+"; for a provider with "+features(v.Features), "; ")
		}
		if ways != "" {
			listed = true
			a.Print("      %-10s %s", v.Text, ways)
		}
	}
	if listed {
		a.Paragraph("A setter or `flush` can also set each value.", "      ")
	} else {
		a.Paragraph("A setter or `flush` sets the value.", "      ")
	}
}

func valueWays(v modules.ValueContract) string {
	var ways []string
	if v.Hook != "" {
		ways = append(ways, v.Hook)
	}
	if v.Method != "" {
		ways = append(ways, "the method "+v.Method)
	}
	text := strings.Join(ways, ", or ")
	if v.Means != "" {
		text += "; stands for the value that " + v.Means + " returns"
	}
	return text
}

func features(names []string) string {
	if len(names) == 1 {
		return "the feature " + names[0]
	}
	return "the features " + strings.Join(names, ", ")
}

func methodText(m modules.MethodContract) string {
	text := typedoc.Scrub(m.Doc)
	if m.Returns != "" {
		text += " It only reads, and returns " + m.Returns + "."
	}
	if len(m.Brings) > 0 {
		text += " It is called for " + strings.Join(m.Brings, ", ") + "."
	}
	return strings.TrimSpace(text)
}

func featureText(f modules.FeatureContract) string {
	text := typedoc.Scrub(f.Doc)
	switch len(f.Methods) {
	case 0:
		text += " A provider names it in `features`."
	case 1:
		text += " A provider has it with the method " + strings.ToLower(f.Methods[0]) + ", or names it in `features`."
	default:
		text += " A provider has it with the methods " + strings.ToLower(strings.Join(f.Methods, ", ")) + ", or names it in `features`."
	}
	if len(f.For) > 0 {
		text += " It is needed for " + strings.Join(f.For, ", ") + "."
	}
	return strings.TrimSpace(text)
}
