package vectors

import (
	"strings"

	"ralsh/ral/condition"
	"ralsh/ral/value"
)

func (d ProviderDef) text(typ string) string {
	args := []string{quote(d.Name), "type = " + quote(typ), "doc = " + quote(d.Doc), "source = " + quote(d.Source), "features = " + quotes(d.HasFeatures)}
	if d.Parent != nil && d.Parent.Type != "" {
		args = append(args, "parent = ("+quote(d.Parent.Type)+", "+quote(d.Parent.Name)+")")
	} else if d.Parent != nil {
		args = append(args, "parent = "+quote(d.Parent.Name))
	}
	var commands, confines, methods []string
	for _, c := range append(append(Tools{}, d.Commands...), d.OptionalCommands...) {
		commands = append(commands, quote(c.Name)+": command("+quote(inScratch(c.Path))+", optional = True)")
	}
	for _, c := range d.Confine {
		confines = append(confines, c.text())
	}
	for _, c := range d.Commands {
		confines = append(confines, `{"command": `+quote(inScratch(c.Path))+"}")
	}
	for _, m := range d.Methods {
		methods = append(methods, quote(m)+": lambda self: None")
	}
	args = append(args, "commands = {"+strings.Join(commands, ", ")+"}", "confine = ["+strings.Join(confines, ", ")+"]",
		"methods = {"+strings.Join(methods, ", ")+"}", "defaultfor = "+clauseTexts(d.DefaultFor), "notdefaultfor = "+clauseTexts(d.NotDefaultFor),
		"set = lambda self, name, value: None")
	return call2("provider", args...)
}

func (c ConfineDef) text() string {
	kind := condition.ConfineKind(c.Kind)
	if c.Value.Block != nil {
		return "{" + quote(c.Kind) + ": lambda self: " + literal(value.Bool(*c.Value.Block)) + "}"
	}
	values := c.Value.Elements()
	if c.Value.IsPattern {
		values = []value.Value{value.Str("(?-mix:" + c.Value.Pattern + ")")}
	}
	if len(values) == 0 && c.Value.Kind() == value.Nil {
		values = []value.Value{{}}
	}
	key, list := "fact."+c.Kind, []value.Value{}
	for _, v := range values {
		switch kind {
		case condition.ConfineTrue, condition.ConfineFalse, condition.ConfineAny:
			key = c.Kind
			list = append(list, value.Bool(v.Truthy()))
		case condition.ConfineExists:
			key = c.Kind
			list = append(list, value.Str(inScratch(v.Text())))
		case condition.ConfineFeature:
			key = c.Kind
			list = append(list, value.Str(v.Text()))
		default:
			list = append(list, value.Str(v.Text()))
		}
	}
	if kind == condition.ConfineTrue || kind == condition.ConfineFalse || kind == condition.ConfineAny {
		key = c.Kind
	}
	return "{" + quote(key) + ": [" + literals(list) + "]}"
}

func clauseTexts(defs []ClauseDef) string {
	var list []string
	for _, def := range defs {
		var pairs []string
		for _, p := range def {
			switch patterns := p.Value.Patterns(); {
			case patterns != nil:
				for i := range patterns {
					patterns[i] = "re.ruby(" + quote(patterns[i]) + ")"
				}
				pairs = append(pairs, quote(p.Name)+": ["+strings.Join(patterns, ", ")+"]")
			case p.Name == "feature":
				pairs = append(pairs, quote("feature."+p.Value.Text())+`: "true"`)
			default:
				var texts []value.Value
				for _, v := range p.Value.Elements() {
					texts = append(texts, value.Str(v.Text()))
				}
				pairs = append(pairs, quote(p.Name)+": ["+literals(texts)+"]")
			}
		}
		list = append(list, "{"+strings.Join(pairs, ", ")+"}")
	}
	return "[" + strings.Join(list, ", ") + "]"
}
