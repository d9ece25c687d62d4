package modules_test

import (
	"strings"
	"testing"

	"ralsh/ral/modules"
	"ralsh/ral/raltest"
)

// Check runs each hook of a type with each literal, each example and a text, and says
// where one breaks.
func TestCheckTriesTypes(t *testing.T) {
	for _, c := range []struct{ attr, rest, want string }{
		{"prop('a', doc = 'd', values = ['x', 'y'], munge = lambda value: value.upper())", "", ""},
		{"prop('a', doc = 'd', munge = lambda value: value + 1)", "", "2:%d: unknown binary op: string + int\n"},
		{"prop('a', doc = 'd', values = ['x', 'y'], munge = lambda value: {'x': 1}[value])", "", "key \"y\" not in dict\n"},
		{"prop('a', doc = 'd', validate = lambda value: value.lowr())", "", "string has no .lowr field or method (did you mean .lower?)\n"},
		{"prop('a', doc = 'd', insync = lambda is_, should: is_.x == should)", "", "string has no .x field or method\n"},
		{"prop('a', doc = 'd', is_to_s = lambda value: value + 1)", "", "unknown binary op: string + int\n"},
		{"prop('a', doc = 'd', should_to_s = lambda value, self: self.nme)", "", "self has no .nme field or method (did you mean .name?)\n"},
		{"prop('a', doc = 'd', change_to_s = lambda is_, should: is_ - should)", "", "unknown binary op: string - string\n"},
		{"param('a', doc = 'd', no_effect = lambda res: res.b)", "", "unknown attribute \"b\" of type x\n"},
		{"prop('a', doc = 'd')", ", findings = lambda found: [found.a - 1]", "unknown binary op: string - int\n"},
		{"prop('a', doc = 'd')", ", pre_run = lambda self: self.fs.write('/x', '')", "fs.write(/x) is not allowed: it changes the host"},
		{"prop('a', doc = 'd')", ", pre_run = lambda self: self.fs.read('/none')", ""},
		{"prop('a', doc = 'd')", ", generate = lambda self: 5", "generate returned a number"},
		{"prop('a', doc = 'd')", ", eval_generate = lambda self: [resource('usr', 'x')]", "1:8: the type generates Usr[x], but the type \"usr\" is unknown (did you mean \"user\"?)\n"},
		{"prop('a', doc = 'd', is_list = True)", "", ""},
		{"prop('a', doc = 'd')", ", is_present = lambda found: 'yes'", ""},
		{"prop('a', doc = 'd', values = ['x'], validate = lambda value: fail('never'))", "", `1:8: the value "x" of a is invalid: never` + "\n"},
		{"prop('a', doc = 'd', example = 'z', validate = lambda value: fail('no %s' % value))", "", `1:8: the example "z" of a is invalid: no z` + "\n"},
		{"prop('a', doc = 'd', values = ['x'], example = 'q')", "", `1:8: the example "q" of a is invalid: Invalid value "q". Valid values are x.` + "\n"},
		{"prop('a', doc = 'd', is_map = True, munge = lambda value: value['a'] if type(value) == 'dict' else value)", "", ""},
		{"prop('a', doc = 'd')", ", autorequire = {'usr': lambda res: 'a'}", "autorequire names the unknown type \"usr\" (did you mean \"user\"?)\n"},
		{"prop('a', doc = 'd')", ", autobefore = {'elsewhere': 'a'}", "(remark) autobefore names the type elsewhere, which no module of this modulepath defines\n"},
		{"prop('a', doc = 'd', munge = lambda self, value: value)", "", "ralsh passes value, self to munge of a, in this order: self is argument 2, not 1\n"},
		{"prop('a', doc = 'd', insync = lambda should, value: True)", "", "ralsh passes is, should, self to insync of a, in this order: should is argument 2, not 1\n"},
	} {
		got, _ := check(t, tree{
			"m/metadata.json":             goodMetadata,
			"m/lib/ral/type/x.star":       "newtype('x', doc = 'd', attrs = [param('name', doc = 'd', namevar = True),\n" + c.attr + "]" + c.rest + ")\n",
			"m/lib/ral/provider/x/p.star": "provider('p', type = 'x', doc = 'd', flush = lambda self: None)\n",
		}, "m")
		want := strings.ReplaceAll(c.want, "2:%d: ", "")
		if !strings.Contains(got, want) || want == "" && got != "" || strings.Count(got, want) > 1 && want != "" {
			t.Errorf("%s%s:\n%s\nwant\n%s", c.attr, c.rest, got, c.want)
		}
	}
}

// Check lists, and makes, changes and removes a resource on a fake, and says what is a
// mistake of the file. What a host lacks is none.
func TestCheckTriesProviders(t *testing.T) {
	for _, c := range []struct{ hooks, want string }{
		{"flush = lambda self: self.cmd.tool('x'), commands = {'tool': 'tool'}", ""},
		{"flush = lambda self: None, instances = lambda self: self.fs.lst('/etc')", "fs has no .lst field or method (did you mean .list?)"},
		{"flush = lambda self: None, instances = lambda self: [{'name': n} for n in self.fs.list('/etc/none')]", ""},
		{"flush = lambda self: None, instances = lambda self: [{'name': self.cmd.tool('show').lines[7]}], commands = {'tool': command('tool', looks = [['show']])}", ""},
		{"flush = lambda self: None, instances = lambda self: ['a']", "instances returned a string; it must return a list of dicts"},
		{"flush = lambda self: None, retrieve = lambda self: self.fs.write('/x', '')", "fs.write(/x) is not allowed: it changes the host, and this hook may only read"},
		{"flush = lambda self: None, exists = lambda self: 'yes', retrieve = lambda self: {}", "exists returned a string; it must return True or False"},
		{"flush = lambda self: None, getters = {'size': lambda self: self.res.sze}", "unknown attribute \"sze\" of type x (did you mean \"size\"?)"},
		{"flush = lambda self: None, getters = {'size': lambda self: self.fs.read('/etc/none')}", ""},
		{"flush = lambda self: None, getters = {'size': lambda self: unread('not yet')}", ""},
		{"flush = lambda self: self.fs.write('/x', self.pending['size'])", `key "size" not in dict`},
		{"create = lambda self: self.fs.write('/x', self.res.size + 1), destroy = lambda self: None, setters = {'size': lambda self, value: None}", "unknown binary op: symbol + int"},
		{"create = lambda self: None, destroy = lambda self: self.cmd.rm('x'), setters = {'size': lambda self, value: None}", `undeclared command "rm"`},
		{"create = lambda self: None, destroy = lambda self: None, setters = {'size': lambda self, value: {'small': 1}[value]}", "key small not in dict"},
		{"create = lambda self: None, destroy = lambda self: None, setters = {'size': lambda value, self: None}", "ralsh passes self, value to setters size, in this order: value is argument 2, not 1"},
		{"set = lambda self, value, name: None", "ralsh passes self, name, value to set, in this order: value is argument 3, not 2"},
		{"flush = lambda self: None, refresh = lambda self: self.cmd", ""},
		{"flush = lambda self: None, refresh = lambda self: bug('here')", "here"},
		{"flush = lambda self: fail('not here')", ""},
		{"flush = lambda self: None, insync = lambda self, name, is_, should: 1", "insync returned a number; it must return True, False or None"},
		{"flush = lambda self: None, predict = lambda self, name, value: 1", "predict returned a number"},
		{"flush = lambda self: None, foresee = lambda self, name, value: None", "(remark) the hook foresee is now called predict"},
		{"flush = lambda self: None, set_many = lambda self, resources: None", "(remark) the hook set_many is now called set_batch"},
		{"flush = lambda self: None, flush_many = lambda self, resources: None, can_batch = lambda self, first, res: True", "(remark) the hook flush_many is now called flush_batch"},
		{"flush = lambda self: None, joins = lambda self, first, res: True", "(remark) the hook joins is now called can_batch"},
		{"flush = lambda self: None, foresee = lambda self, name, value: 1, predict = lambda self, name, value: 1", "provider: foresee and predict are names of the same hook"},
		{"flush = lambda self: None, flush_batch = lambda self, resources: resources[5]", "list index 5 out of range"},
		{"flush = lambda self: None, prefetch = lambda self, resources: resources.x", "list has no .x field or method"},
		{"flush = lambda self: None, finish = lambda self: self.x", "self has no .x field or method"},
		{"flush = lambda self: None, confine = {'feature': 'posx'}", "(remark) provider p requires the feature posx, which no module of this modulepath defines (did you mean \"posix\"?)"},
		{"flush = lambda self: None, confine = {'fact.os.famly': 'x'}", "(remark) provider p requires the fact os.famly, which does not exist on this host"},
		{"flush = lambda self: None, defaultfor = {'os.family': 'Debian', 'own.part': 'x'}", ""},
	} {
		got, _ := check(t, tree{
			"m/metadata.json":             goodMetadata,
			"m/lib/ral/type/x.star":       "newtype('x', doc = 'd', attrs = [param('name', doc = 'd', namevar = True), ensurable('d'), prop('size', doc = 'd', values = ['small', 'big'])])\n",
			"m/lib/ral/fact/own.star":     "fact('own', lambda self: {'part': 1})\n",
			"m/lib/ral/provider/x/p.star": "provider('p', type = 'x', doc = 'd', " + c.hooks + ")\n",
		}, "m")
		if !strings.Contains(got, c.want) || c.want == "" && got != "" || c.want != "" && strings.Count(got, "\n") != 1 {
			t.Errorf("%s:\n%s\nwant\n%s", c.hooks, got, c.want)
		}
	}
}

// Check looks each fact and feature up once.
func TestCheckTriesFacts(t *testing.T) {
	for code, want := range map[string]string{
		"fact('own', lambda self: self.fs.list('/none'))":                      "",
		"fact('own', lambda self: self.fact('os.family').lower())":             "",
		"fact('own', lambda self: self.fact('os.none').lower())":               "NoneType has no .lower field or method",
		"fact('own', lambda self: self.fs.write('/x', ''))":                    "fs.write(/x) is not allowed: it changes the host",
		"fact('own', {'a': lambda self: {'x': 1}, 'b': lambda self: {}['y']})": `key "y" not in dict`,
		"fact('own', lambda self: 1, confine = {'fact.os.nme': 'x'})":          "(remark) fact own requires the fact os.nme, which does not exist on this host",
	} {
		got, _ := check(t, tree{"m/metadata.json": goodMetadata, "m/lib/ral/fact/own.star": code}, "m")
		if !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%s:\n%s\nwant\n%s", code, got, want)
		}
	}
	got, _ := check(t, tree{"m/metadata.json": goodMetadata, "m/lib/ral/feature/f.star": "feature_test('f', lambda self: self.fs.exist('/'))"}, "m")
	if !strings.Contains(got, "fs has no .exist field or method") {
		t.Error(got)
	}
}

// Check runs each action of a face once, with an argument where one is needed.
func TestCheckTriesFaces(t *testing.T) {
	for action, want := range map[string]string{
		"action('a', lambda self: self.fs.list('/none'), doc = 'd')":                                            "",
		"action('a', lambda self: fail('not here'), doc = 'd')":                                                 "",
		"action('a', lambda self: self.x, doc = 'd')":                                                           "self has no .x field or method",
		"action('a', lambda self: self.fs.write('/x', ''), doc = 'd')":                                          "fs.write(/x) is not allowed: it changes the host",
		"action('a', lambda self: self.list('thng'), doc = 'd')":                                                `unknown type "thng" (did you mean "thing"?)`,
		"action('a', lambda self: [h['none'] for h in self.list('thing')], doc = 'd')":                          `key "none" not in dict`,
		"action('a', lambda self: self.resource('thing', 'h')['size'] + 1, doc = 'd')":                          "unknown binary op: string + int",
		"action('a', lambda self, n: {'one': 1}[n], doc = 'd', args = [arg('n', doc = 'd', values = ['one'])])": "",
		"action('a', lambda self, n: {'one': 1}[n], doc = 'd', args = [arg('n', doc = 'd')])":                   `key "n" not in dict`,
		"action('a', lambda self, n: n.upper(), doc = 'd', args = [arg('n', doc = 'd', optional = True)])":      "NoneType has no .upper field or method",
		"action('a', lambda self, n: n + 1, doc = 'd', options = [option('n', doc = 'd', default = 3)])":        "",
		"action('a', lambda self: 1, doc = 'd'), action('b', lambda self: self.cmd.no('x'), doc = 'd')":         `undeclared command "no"`,
	} {
		got, _ := check(t, tree{
			"m/metadata.json": goodMetadata, "m/lib/ral/face/f.star": "face('f', doc = 'd', actions = [" + action + "])",
			"m/lib/ral/type/thing.star":       "newtype('thing', doc = 'd', attrs = [param('name', doc = 'd', namevar = True), prop('size', doc = 'd')])\n",
			"m/lib/ral/provider/thing/p.star": "provider('p', type = 'thing', doc = 'd', instances = lambda self: [{'name': 'h', 'size': 'x'}], set = lambda self, name, value: None)\n",
		}, "m")
		if !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%s:\n%s\nwant\n%s", action, got, want)
		}
	}
}

// Root tries no fact of a file that others may write. What a timeout
// ends is no mistake.
func TestCheckTriesOnlyWhatItMay(t *testing.T) {
	const sleeps = "fact('own', lambda self: self.cmd.sleep('9').x, timeout = 1, commands = {'sleep': command('sleep', looks = [[]])})"
	opt := modules.Options{Base: builtin(t), Facts: raltest.Facts{}}
	fact := "/etc/modules/m/lib/ral/fact/own.star"
	for name, c := range map[string]struct {
		code  string
		owner int
		want  string
	}{
		"of root":     {"fact('own', lambda self: self.x)", 0, fact + ":1:30: self has no .x field or method"},
		"of others":   {"fact('own', lambda self: self.x)", 1000, fact + ": ralsh does not run this file: it belongs to uid 1000, and would run as root"},
		"out of time": {sleeps, 0, ""},
	} {
		fake := tree{"m/metadata.json": goodMetadata, "m/lib/ral/fact/own.star": c.code}.fake()
		fake.Command("/usr/bin/sleep")
		fake.Hold("sleep", make(chan struct{}))
		if err := fake.Writer().Chown(t.Context(), fact, c.owner, c.owner); err != nil {
			t.Fatal(err)
		}
		_, findings := modules.Check(t.Context(), fake.Reader(), "/etc/modules/m", opt)
		var got []string
		for _, f := range findings {
			got = append(got, f.Pos+": "+f.Message)
		}
		if text := strings.Join(got, "\n"); text != c.want {
			t.Errorf("%s: %s, want %s", name, text, c.want)
		}
	}
}
