package vectors

import (
	"fmt"
	"strings"

	"ralsh/ral/value"
)

type writer struct {
	strings.Builder
	n int
}

func (w *writer) function(params string, lines ...string) string {
	w.n++
	name := fmt.Sprintf("_hook%d", w.n)
	fmt.Fprintf(w, "def %s(%s):\n", name, params)
	for _, line := range lines {
		fmt.Fprintf(w, "    %s\n", line)
	}
	w.WriteString("    return None\n\n")
	return name
}

// breaks returns the statement with which a hook fails with an error of a class.
func breaks(class, message string) string {
	if class == "" || class == "ArgumentError" || strings.HasPrefix(class, "Puppet::") {
		return "fail(" + message + ")"
	}
	return "bug(" + message + ")"
}

func (w *writer) validator(rules []Rule) string {
	var lines []string
	for _, r := range rules {
		do := "return None"
		switch {
		case r.Super:
			do = "return self.validate(v)"
		case r.Error != "":
			do = breaks(r.Class, quote(r.Error)+`.replace("%s", text(v))`)
		}
		lines = append(lines, "if "+r.If.text()+":", "    "+do)
	}
	return w.function("v, self", lines...)
}

func (w *writer) munger(rules []Rule) string { return w.munging("v, self", rules) }

func (w *writer) munging(params string, rules []Rule) string {
	var lines []string
	for _, r := range rules {
		do := "return v"
		switch {
		case r.Super:
			do = "return self.munge(v)"
		case r.Raise != nil:
			class := r.Raise.Class
			if class == "" || class == "ArgumentError" {
				class = "StandardError"
			}
			do = breaks(class, quote(r.Raise.Message))
		case r.Return != nil:
			do = "return " + literal(r.Return.Value)
		case r.Prefix != "":
			do = "return " + quote(r.Prefix) + " + text(v)"
		case r.Call != "":
			do = "return " + called(r.Call)
		}
		lines = append(lines, "if "+r.If.text()+":", "    "+do)
	}
	return w.function(params, append(lines, "return v")...)
}

func (w *writer) typeRules(rules []TypeRule) string {
	var lines []string
	for _, r := range rules {
		var parts []string
		count := func(names []string, test string) {
			if len(names) > 0 {
				parts = append(parts, fmt.Sprintf("len([n for n in %s if res[n] not in (None, False)]) == %s", quotes(names), test))
			}
		}
		count(r.RequireOneOf, "0")
		count(r.NotBoth, fmt.Sprint(len(r.NotBoth)))
		lines = append(lines, "if "+strings.Join(append(parts, "False"), " or ")+":", "    "+breaks(r.Class, quote(r.Error)))
	}
	return w.function("res", lines...)
}

func (w *writer) byDefault(d *DefaultDef) string {
	switch {
	case d.Raise != nil:
		return w.function("self", "fail("+quote(d.Raise.Message)+")")
	case d.Computed != nil:
		return w.function("self", "return "+literal(d.Computed.Value))
	case d.From == "":
		return literal(d.Value.Value)
	}
	lines := []string{"v = self.res[" + quote(d.From) + "]", "if v == None:", "    return None", "t = text(v)"}
	if d.Split != "" {
		lines = append(lines, "parts = t.split("+quote(d.Split)+")", fmt.Sprintf("if %d >= len(parts):", d.Index), "    return None",
			fmt.Sprintf("t = parts[%d]", d.Index))
	}
	return w.function("self", append(lines, "return "+quote(d.Prefix)+" + t + "+quote(d.Suffix))...)
}

// attribute returns an attribute of newtype.
func (w *writer) attribute(a AttrDef) string {
	word, args := "prop", []string{}
	if a.Role == "param" {
		word = "param"
	}
	values := w.values(a.NewValues)
	if a.Role == "ensure" {
		word = "ensurable"
		if len(a.NewValues) > 0 && a.DefaultValues {
			values = strings.Replace(values, "values", "more", 1)
		}
	} else {
		args = append(args, quote(a.Name))
	}
	args = append(args, "doc = "+quote(a.Doc), values)
	flag := func(on bool, text string) {
		if on {
			args = append(args, text)
		}
	}
	flag(a.Namevar != "", "namevar = True")
	flag(a.Parent != "", "boolean = True")
	flag(a.Boolean, "question = True")
	flag(a.ArrayMatching == "all", `array_matching = "all"`)
	// Puppet does not enforce required (A44), and a module's type does.
	flag(len(a.RequiredFeatures) > 0, "features = "+quotes(a.RequiredFeatures))
	if a.Default != nil {
		args = append(args, "default = "+w.byDefault(a.Default))
	}
	if len(a.Validate) > 0 {
		args = append(args, "validate = "+w.validator(a.Validate))
	}
	if len(a.Munge) > 0 {
		args = append(args, "munge = "+w.munger(a.Munge))
	}
	if len(a.Unmunge) > 0 {
		args = append(args, "unmunge = "+w.munging("v", a.Unmunge))
	}
	return call2(word, append(args, w.texts(a)...)...)
}

func (w *writer) values(list []NewValue) string {
	var parts []string
	for _, n := range list {
		v := quote(n.Value.Text())
		if n.Value.IsPattern {
			v = "re.ruby(" + quote(n.Value.Pattern) + ")"
		}
		aliases := make([]value.Value, len(n.Aliases))
		for i, alias := range n.Aliases {
			aliases[i] = value.Str(alias.Text())
		}
		args := []string{v, "aliases = [" + literals(aliases) + "]", "features = " + quotes(n.RequiredFeatures), "event = " + quote(n.Event)}
		if n.InvalidateRefreshes {
			args = append(args, "invalidate_refreshes = True")
		}
		if n.Block != nil {
			args = append(args, "call = "+quote("block:"+n.Block.Log))
		}
		parts = append(parts, call2("value", args...))
	}
	return "values = [" + strings.Join(parts, ", ") + "]"
}

// texts returns the arguments for the comparison and the display of values.
func (w *writer) texts(a AttrDef) []string {
	var args []string
	fill := func(template string) string {
		return quote(template) + `.replace("%s", text(v)).replace("%p", inspect(v))`
	}
	if a.IsToS != "" {
		args = append(args, "is_to_s = lambda v: "+fill(a.IsToS))
	}
	if a.ShouldToS != "" {
		args = append(args, "should_to_s = lambda v: "+fill(a.ShouldToS))
	}
	switch {
	case a.ChangeToS == nil:
	case a.ChangeToS.Raise != nil:
		args = append(args, "change_to_s = lambda i, s: bug("+quote(a.ChangeToS.Raise.Message)+")")
	default:
		args = append(args, "change_to_s = lambda i, s: "+quote(a.ChangeToS.Template)+`.replace("%is", text(i)).replace("%should", text(s))`)
	}
	same := map[string]string{
		"always": "True", "never": "False", "case_insensitive": "text(i).lower() == text(s).lower()",
		"set": `type(i) == "list" and sorted([text(x) for x in i]) == sorted([text(x) for x in s])`, "raise": `bug("insync failed")`,
	}[a.Insync]
	if same != "" {
		args = append(args, "insync = lambda i, s: "+same)
	}
	return args
}
