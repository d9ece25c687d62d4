package filter_test

import (
	"testing"

	"ralsh/model/filter"
)

// FuzzParse holds that the canonical form of a filter is read as the same filter, and that it
// means the same.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"", "family=Debian and memory>8GiB", "not (web1 or web[01-10]) and role='a b'", `"virtual"~"^(a|b)"`, "a or b and c or not not d", "()", "x==1", "web[1-", "'a",
		`"famly"='"'`, "networking.interfaces.eth0.100.ip!=192.0.2.1", "not not not*", `"or"="and"`, "..=.", "é", "a~[", "release>=12.0-1", costly[1], costly[2],
	} {
		f.Add(text)
	}
	host := web1(f)
	f.Fuzz(func(t *testing.T, text string) {
		parsed, err := filter.Parse(text)
		if err != nil {
			if len(err.Error()) > 2048 {
				t.Errorf("an error of %d bytes", len(err.Error()))
			}
			return
		}
		form := parsed.String()
		again, err := filter.Parse(form)
		if err != nil {
			t.Fatalf("%q is written as %q: %v", text, form, err)
		}
		if again.String() != form {
			t.Errorf("%q is written as %q, and then as %q", text, form, again.String())
		}
		met, err := parsed.Match(host)
		if same, other := again.Match(host); same != met || (err == nil) != (other == nil) {
			t.Errorf("%q: %t, %v, and %q: %t, %v", text, met, err, form, same, other)
		}
	})
}

// FuzzMatch holds that any facts are either compared or said not to be, and that a negated
// filter means the other hosts, whatever the facts are.
func FuzzMatch(f *testing.F) {
	for text, facts := range map[string]string{
		"memory>8GiB":                   `{"memory":{"system":{"total_bytes":1e300}}}`,
		"a=1 or a.b>2":                  `{"a":[1,"2",null,{"b":[[]]}]}`,
		"os.release.full>=12":           `{"os":{"release":{"full":"12.1.~rc\u0000"}}}`,
		"a.0.1~x":                       `{"a":[[0,"x"]],"a.0":{"1":"yx"}}`,
		"'a b'!=true and not 'a b'='1'": `{"a b":false}`,
		"cpus<=2":                       `{"processors":{"count":"2 GiB"}}`,
	} {
		f.Add(text, facts)
	}
	f.Fuzz(func(t *testing.T, text, tree string) {
		parsed, err := filter.Parse(text)
		if err != nil {
			return
		}
		facts, err := filter.ReadFacts("web1.example.org", []byte(tree))
		if err != nil {
			return
		}
		met, err := parsed.Match(facts)
		if err != nil && (met || len(err.Error()) > 4<<10) {
			t.Errorf("%q is met by %q, with the error %v", text, tree, err)
		}
		not, unread := filter.Parse("not (" + text + ")")
		if parsed.String() == "" || unread != nil {
			return // all hosts have no negation, and the other one may be nested too deep
		}
		if other, wrong := not.Match(facts); (wrong == nil) != (err == nil) || err == nil && other == met {
			t.Errorf("%q: %t, %v, and its negation %t, %v for %q", text, met, err, other, wrong, tree)
		}
	})
}
