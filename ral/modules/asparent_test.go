package modules_test

import (
	"strings"
	"testing"
)

// Check tries as_parent: what it returns, and the names of its attributes. What the
// parent refuses of a title that was only tried is no mistake.
func TestCheckTriesAsParent(t *testing.T) {
	for hook, want := range map[string]string{
		"{'name': self.name, 'shell': '/bin/sh'}":      "",
		"{'name': self.name} if self.name else fail()": "",
		"{'name': self.name, 'shel': '/bin/sh'}":       "as_parent: useradd of user: no parameter named 'shel'",
		"'a text'":                                     "as_parent returned a string; it must return a dict of attributes of user",
		"None":                                         "as_parent returned None; it must return a dict of attributes of user",
		"self.nme":                                     "self has no .nme field or method",
		"{7: 'a'}":                                     "as_parent returned a dict; it must return a dict of attributes of user",
		"fail('none')":                                 "",
	} {
		got, _ := check(t, tree{
			"m/metadata.json":                    goodMetadata,
			"m/lib/ral/type/login.star":          "newtype('login', doc = 'd', attrs = [param('name', doc = 'd', namevar = True), ensurable('d')])\n",
			"m/lib/ral/provider/login/user.star": "provider('user', type = 'login', doc = 'd', parent = 'user/useradd', as_parent = lambda self: " + hook + ")\n",
		}, "m")
		if !strings.Contains(got, want) || want == "" && got != "" || want != "" && strings.Count(got, "\n") != 1 {
			t.Errorf("%s:\n%s\nwant\n%s", hook, got, want)
		}
	}
}
