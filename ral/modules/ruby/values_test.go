package ruby_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ral/raltest/real"
	"ralsh/ral/value"
)

// tried is what Puppet did with the values of the attributes of a type.
type tried struct {
	Title      string
	Base       map[string]any
	BaseError  any `json:"base_error"`
	Attributes map[string][]outcome
}

// outcome is what came of one value: see oracle.rb.
type outcome struct {
	Value     any
	Error     string
	Message   any
	Unmanaged bool
}

func TestValuesAsPuppet(t *testing.T) {
	real.Full(t)
	onBoth(t, valuesAsPuppet)
}

func valuesAsPuppet(t *testing.T, system string) {
	t.Helper()
	var types struct{ Types map[string]told }
	var answer struct{ Types map[string]tried }
	oracle(t, "types", &types)
	oracle(t, "values", &answer, material+"/values.json")
	inputs := readInputs(t)
	names := typeNames(t)
	w := newLiving(t, names)
	c := comparison{differences: differencesOn(valueDifferences, system)}
	for _, name := range names {
		of, known := answer.Types[name]
		if !known || w.reg.Type(name) == nil || of.BaseError != nil {
			continue
		}
		for _, attr := range slices.Sorted(maps.Keys(of.Attributes)) {
			all := slices.Clone(inputs)
			for _, literal := range types.Types[name].Attributes[attr].Values {
				for _, text := range literal {
					all = append(all, text)
				}
			}
			if len(all) != len(of.Attributes[attr]) {
				t.Fatalf("%s.%s: %d values, %d outcomes", name, attr, len(all), len(of.Attributes[attr]))
			}
			for i, v := range all {
				puppet, own := of.Attributes[attr][i].text(), w.outcome(t, name, of, attr, v)
				if bytes, _ := v.(map[string]any); bytes["b64"] != nil || w.secret(name, attr) {
					puppet, own = refused(puppet), refused(own)
				}
				c.same(fmt.Sprintf("%s.%s = %s", name, attr, text(v)), puppet, own)
			}
		}
	}
	c.report(t)
}

// refused returns "refused" for each refusal. Which method of Ruby stumbles over bytes that
// are no text is not compared.
func refused(text string) string {
	if strings.HasPrefix(text, "refused") {
		return "refused"
	}
	return text
}

func (w living) secret(name, attr string) bool {
	a := w.reg.Type(name).Attr(attr)
	return a != nil && a.Sensitive
}

func readInputs(t *testing.T) []any {
	t.Helper()
	data, err := os.ReadFile(material + "/values.json")
	if err != nil {
		t.Fatal(err)
	}
	var inputs []any
	decode(t, data, &inputs)
	return inputs
}

// outcome builds the resource with one value more, as the editor does.
func (w living) outcome(t *testing.T, name string, of tried, attr string, v any) string {
	d := ral.Decl{Type: name, Title: of.Title}
	for at, base := range of.Base {
		if at != attr {
			d.Attrs = append(d.Attrs, ral.Attr{Name: at, Value: value.FromPlain(base)})
		}
	}
	d.Attrs = append(d.Attrs, ral.Attr{Name: attr, Value: given(v)})
	r, diags := w.env.Build(t.Context(), d)
	for _, found := range diags {
		if found.Kind == diagnostic.Dropped && found.Attr == attr {
			return "unmanaged"
		}
	}
	for _, found := range diags {
		if found.Kind != diagnostic.Dropped {
			return refusal(found.Message)
		}
	}
	if attr == "provider" {
		return ownText(value.Sym(r.Provider.Name))
	}
	return ownText(r.Get(attr))
}

// given returns a value of values.json.
func given(v any) value.Value {
	if m, ok := v.(map[string]any); ok && m["b64"] != nil {
		data, _ := base64.StdEncoding.DecodeString(m["b64"].(string))
		return value.Str(string(data))
	}
	return value.FromPlain(v)
}

// What ralsh says in other words than Puppet: an error is not headed by its attribute
// and resource, which a Diag has of its own, and a mistake in the code has its place.
// Objects have no address in the oracle.
var (
	heading = regexp.MustCompile(`(?s)\A(Parameter \S+ failed on .*?\]: |Could not set \S+ on \S+: |Validation of .*?\] failed: )+`)
	place   = regexp.MustCompile(` \(/\S+\.rb:\d+\)\z`)
	object  = regexp.MustCompile(`(?s)#<.*>`)
)

// refusal returns the message of an error, in the words of both.
func refusal(text string) string {
	text = place.ReplaceAllString(heading.ReplaceAllString(text, ""), "")
	text = strings.ToValidUTF8(object.ReplaceAllString(text, "#<object>"), "\uFFFD")
	const shown = 8000 // the bridge leaves out what is longer
	return "refused: " + text[:min(len(text), shown)]
}

func (o outcome) text() string {
	switch {
	case o.Unmanaged:
		return "unmanaged"
	case o.Error != "":
		return refusal(given(o.Message).Text())
	}
	return text(plainPatterns(o.Value))
}

// plainPatterns makes texts of regular expressions, which ralsh has not as values.
func plainPatterns(v any) any {
	switch v := v.(type) {
	case map[string]any:
		if text, is := v["pattern"]; is {
			return text
		}
	case []any:
		list := make([]any, len(v))
		for i, el := range v {
			list[i] = plainPatterns(el)
		}
		return list
	}
	return v
}

// ownText returns a value in the form of the oracle.
func ownText(v value.Value) string {
	data, err := json.Marshal(ownForm(v))
	if err != nil {
		return err.Error()
	}
	return string(data)
}

func ownForm(v value.Value) any {
	switch v.Kind() {
	case value.Symbol:
		return map[string]any{":": v.Raw()}
	case value.String:
		if !utf8.ValidString(v.Raw()) {
			return map[string]any{"b64": base64.StdEncoding.EncodeToString([]byte(v.Raw()))}
		}
	case value.Float:
		switch f, _ := v.Float(); {
		case f != math.Trunc(f):
		case math.Abs(f) < 1e16: // as Ruby writes it
			return json.Number(strconv.FormatFloat(f, 'f', 1, 64))
		default:
			return json.Number(strconv.FormatFloat(f, 'e', 1, 64))
		}
	case value.List:
		list := []any{}
		for _, el := range v.Items() {
			list = append(list, ownForm(el))
		}
		return list
	case value.Map:
		m := map[string]any{}
		for _, p := range v.Pairs() {
			key := p.Key.Text()
			if p.Key.Kind() == value.Symbol {
				key = ":" + key
			}
			m[key] = ownForm(p.Value)
		}
		return m
	}
	return v.Plain()
}
