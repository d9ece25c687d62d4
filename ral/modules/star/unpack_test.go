package star_test

import (
	"strings"
	"testing"

	"ralsh/ral/modules/star"
)

// An unknown name suggests the nearest one, including the hooks of a provider
// and of an attribute.
func TestUnknownArguments(t *testing.T) {
	const attrs = "attrs = [param('name', namevar = True)]"
	for text, want := range map[string]string{
		"provider('p', type = 't', creat = 1)":          `provider: unexpected keyword argument "creat" (did you mean "create"?)`,
		"provider('p', type = 't', flsh = 1)":           `provider: unexpected keyword argument "flsh" (did you mean "flush"?)`,
		"provider('p', type = 't', setter = 1)":         `provider: unexpected keyword argument "setter" (did you mean "setters"?)`,
		"provider('p', type = 't', can_bach = 1)":       `provider: unexpected keyword argument "can_bach" (did you mean "can_batch"?)`,
		"prop('x', validte = 1)":                        `prop: unexpected keyword argument "validte" (did you mean "validate"?)`,
		"prop('x', no_efect = 1)":                       `prop: unexpected keyword argument "no_efect" (did you mean "no_effect"?)`,
		"newtype('t', " + attrs + ", autorequires = 1)": `newtype: unexpected keyword argument "autorequires" (did you mean "autorequire"?)`,
		"newtype('t', " + attrs + ", is_presnt = 1)":    `newtype: unexpected keyword argument "is_presnt" (did you mean "is_present"?)`,
		"newtype('t', " + attrs + ", zzzzzz = 1)":       `newtype: unexpected keyword argument "zzzzzz"`,
		"fact('x', 1)":               `the value of x must be a function or a dict of functions, not a number`,
		"fact()":                     `fact: missing argument for name`,
		"provider('p', type = None)": `provider: for parameter "type": got None, want a string`,
	} {
		_, err := star.NewSpace().Load(t.Context(), star.Source{Path: "t.star", Text: []byte(text)})
		if err == nil || !strings.HasSuffix(err.Error(), ": "+want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
