package filter_test

import (
	"os"
	"strings"
	"testing"

	"ralsh/model/filter"
)

// web1 returns the facts of a host, as ralsh printed them.
func web1(t testing.TB) filter.Facts {
	t.Helper()
	data, err := os.ReadFile("testdata/web1.json")
	if err != nil {
		t.Fatal(err)
	}
	f, err := filter.ReadFacts("web1.example.org", data)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestMatch holds what filters mean for one host.
func TestMatch(t *testing.T) {
	host := web1(t)
	for text, want := range map[string]bool{
		"": true, "  ": true,

		// Names.
		"web1": true, "WEB1": true, "web1.example.org": true, "web2": false, "web": false, "eb1": false,
		"web*": true, "*": true, "*.org": true, "*.com": false, "w*b*1": true, "web1.*": true, "*1": true, "web1.example": false,
		"web[1-3]": true, "web[01-3]": false, "web[2-3]": false, "[0-9]*": false, "w[0-9]": false, "web1.example.org.": false,
		"web*[1-1]": true, "name=web1": false, "name=Web1.example.org": true, "name~^web[0-9]": true,

		// Short names.
		"family=Debian": true, "family=debian": true, "family=RedHat": false, "os=Debian": true, "codename=bookworm": true, "arch=amd64": true,
		"memory>8GiB": true, "memory>16GiB": false, "memory<16.8GB": true, "memory>=16776593408": true, "memory>16776593408": false,
		"memory>8gib": true, "memory > 8GiB": true, "cpus=4": true, "cpus=4.0": true, "cpus!=4": false, "cpus<5": true, "cpus<=3": false, "cpus<=4": true, "cpus<4": false, "cpus>4": false, "cpus>=4": true, "cpus>-1": true,
		"release>=12": true, "release>12.9": true, "release<12.9": false, "release>13": false, "release=12": false, "release=12.11": true, "major=12": true, "major<13": true,
		"kernel>=6.1.0-18": true, "kernel<6.2": true, "kernel>=6.1.0-19": false, "virtual=kvm": true, "selinux=false": true, "selinux!=true": true,
		"fqdn=web1.example.org": true, "domain=example.org": true, "hostname=web1": true, "ip=192.0.2.2": true, "ip6=fd00::2": true, "mac~^02:": true,

		// Paths of facts.
		"os.release.major=12": true, "networking.interfaces.eth0.ip=192.0.2.2": true, "networking.interfaces.eth0.100.ip=198.51.100.7": true,
		"networking.interfaces.eth0.bindings.0.address=192.0.2.2": true, "networking.interfaces.eth0.bindings.9.address=192.0.2.2": false,
		"mountpoints./.filesystem=ext4": true, `"mountpoints./.size_bytes">100GB`: true, `"kernel"=Linux`: true, `"virtual"=kvm`: true,
		"role='web server'": true, `role="Web server"`: true, "is_virtual=true": true, "timezone=UTC": true,

		// Sizes, and texts that are sizes.
		"memory.system.total>8GiB": true, "memory.system.total>512MiB": true, "memory.system.total>16000MiB": false, "disks.vda.size=256GiB": true,
		"memory.system.capacity<50": true,

		// Lists.
		"groups_here=canary": true, "groups_here=Blue": true, "groups_here=red": false, "groups_here!=red": true, "groups_here!=blue": false, "groups_here~^can": true,

		// What is not there.
		"nosuch=1": false, "nosuch!=1": true, "nosuch>1": false, "nosuch~x": false, "not nosuch=1": true, "os.name.deeper=1": false, "os.release.full.0=1": false,
		"nosuch.there<=1": false,

		// Patterns.
		"virtual~kv": true, "virtual~^v": false, "virtual~KVM": false, "virtual~'(?i)KVM'": true, "virtual~'^(kvm|xen)$'": true, "kernel~'a{1,3}'": true, "virtual~''": true,

		// Joined.
		"family=Debian and cpus=4": true, "family=Debian and cpus=5": false, "family=RedHat or cpus=4": true, "not family=RedHat": true, "not not web1": true,
		"web2 or web1 and cpus=5": false, "(web2 or web1) and cpus=4": true, "not (web1 or web2)": false, "not web1 or web1": true, "not web2 and web1": true,
		"web1 or web1 and web2": true, "(web1 or web1) and web2": false, "((web1))": true, "not(web2)": true,

		// What decides is read from the left.
		"web1 or cpus=many": true, "web2 and cpus=many": false,
	} {
		f, err := filter.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got, err := f.Match(host); err != nil || got != want {
			t.Errorf("%s: %t, %v", text, got, err)
		}
	}
}

// TestNames holds which names patterns mean.
func TestNames(t *testing.T) {
	for _, c := range []struct{ pattern, means, not string }{
		{"web[1-12]", "web1 web9 web10 web12 web2.example.org", "web0 web01 web13 web web1a web120 xweb1"},
		{"web[01-12]", "web01 web09 web12 WEB03", "web1 web00 web13 web001"},
		{"web[0-3]", "web0 web3", "web00 web4"},
		{"web[098-102]", "web098 web102", "web98 web0102 web103"},
		{"[1-2][3-4]", "13 24", "12 3 123"},
		{"r[1-2]h[1-20]", "r1h20 r2h1", "r3h1 r1h21"},
		{"*[5-5]*", "a5b 5 15 a15b5", "a b4"},
		{"*-db*.example.org", "a-db.example.org -db1.x.example.org", "a-db a-db.example.com"},
		{"web", "web web.example.org", "web1 web1.example.org www.web"},
		{"web.example", "web.example", "web web.example.org"},
		{"**", "a", ""},
	} {
		f, err := filter.Parse(c.pattern)
		if err != nil {
			t.Errorf("%s: %v", c.pattern, err)
			continue
		}
		for names, want := range map[string]bool{c.means: true, c.not: false} {
			for name := range strings.FieldsSeq(names) {
				if got, err := f.Match(filter.Facts{Name: name}); got != want || err != nil {
					t.Errorf("%s means %s: %t, %v", c.pattern, name, got, err)
				}
			}
		}
	}
}

// TestParseErrors holds that an error names the place, and what was expected or meant.
func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"family=Debian AND cpus=2":         `character 15: expected and, or, or the end, not "AND"`,
		"web1 web2":                        `character 6: expected and, or, or the end, not "web2"`,
		"web1,web2":                        "character 5: a comma separates the targets of --on: put the value in quotes",
		"virtual~a+":                       "character 10: a + begins a hop: put the value in quotes",
		"famly=Debian":                     "character 1: unknown field \"famly\" (did you mean family?); put the name of a fact in quotes",
		"web1 and kernle>6":                "character 10: unknown field \"kernle\" (did you mean kernel?)",
		"family=":                          "character 8: expected a value after =, not the end",
		"family==Debian":                   `character 8: expected a value after =, not "="`,
		"family=(Debian)":                  `character 8: expected a value after =, not "("`,
		"=Debian":                          `character 1: expected a field, the name of a host, not, or (, not "="`,
		"!web1":                            "character 1: expected != or the word not",
		"web1 and":                         "character 9: expected a field, the name of a host, not, or (, not the end",
		"and web1":                         `character 1: expected a field, the name of a host, not, or (, not "and"`,
		"not":                              "character 4: expected a field",
		"(web1":                            "character 6: expected and, or, or ), not the end",
		"web1)":                            `character 5: expected and, or, or the end, not ")"`,
		"()":                               `character 2: expected a field, the name of a host, not, or (, not ")"`,
		"role='web":                        "character 6: a quote is not closed",
		"'web1'":                           "character 7: expected an operator after a field in quotes, not the end",
		"''=1":                             `character 1: "" is not the path of a fact`,
		"wéb1":                             `character 1: "wéb1" is neither the name of a host`,
		"é=1 AND x=1":                      `character 5: expected and, or, or the end, not "AND"`,
		"web[1-":                           "is neither the name of a host nor a pattern (examples: web*",
		"web[a-c]":                         "[a-c] is not a range of numbers (example: [01-40])",
		"web[3-1]":                         "[3-1] ends before it begins",
		"web[1-9999999999]":                "is not a range of numbers",
		"virtual~'('":                      "character 9: invalid pattern: error parsing regexp: missing closing )",
		"virtual~(a)":                      `character 9: expected a value after ~, not "("`,
		"virtual~'" + long("a", 257) + "'": "the pattern is too long (257 bytes, at most 256)",
		"virtual~'(abcdefgh){1000}'":       "the patterns of the filter are complex: reduce their repetitions",
		"a~'x{600}' or b~'x{600}'":         "character 17: the patterns of the filter are complex",
		"a\nb":                             "a control character",
		"a\xffb":                           "contains invalid UTF-8",
		long("a", 254):                     "is too long for the name of a host",
		long("a", 4097):                    "the filter is too long (4097 bytes, at most 4096)",
		long("(", 40) + "web1":             "character 33: the nesting of the filter exceeds 32 levels",
		long("not ", 40) + "web1":          "character 129: the nesting of the filter exceeds 32 levels",
		"a" + long(" or a", 64):            "the filter has more than 64 terms",
		long("a.", 40) + "a=1":             "is not the path of a fact",
		long("a", 300) + "=1":              "is not the path of a fact",
	} {
		f, err := filter.Parse(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: %v, want %s (%v)", text, err, want, f)
		}
		if err != nil && len(err.Error()) > 512 {
			t.Errorf("%.80s: an error of %d bytes", text, len(err.Error()))
		}
	}
}

func long(part string, n int) string { return strings.Repeat(part, n) }

// TestMatchErrors holds that a fact that does not compare with a value is said, and neither
// true nor false.
func TestMatchErrors(t *testing.T) {
	host := web1(t)
	host.Tree["long"] = strings.Repeat("a", 5000)
	host.Tree["huge"] = strings.Repeat("a", 400_000)
	host.Tree["worst"] = strings.Repeat("x", 500)
	host.Tree["inner"] = []any{[]any{"x"}}
	items := make([]any, 300_000)
	for i := range items {
		items[i] = "x"
	}
	host.Tree["items"] = items
	for text, want := range map[string]string{
		"cpus=many":             "cpus=many: processors.count: the fact is a number: compare with a number or a size (example: 8GiB)",
		"cpus~4":                "the fact is a number",
		"memory>8G":             "the fact is a number: compare with a number or a size (example: 8GiB)",
		"cpus=inf":              "the fact is a number",
		"cpus<0x10":             "the fact is a number",
		"cpus!=many":            "the fact is a number",
		"selinux=no":            "the fact is a boolean: compare with true or false, and = or !=",
		"selinux<true":          "the fact is a boolean",
		"selinux~true":          "the fact is a boolean",
		"os.release=12":         `the fact is a map of 3 facts (example: ["full" "major" "minor"])`,
		"processors!=2":         "the fact is a map of",
		"family>Debian":         `the fact is "Debian": texts have an order only if both begin with a digit`,
		"release>bookworm":      "texts have an order only if both begin with a digit",
		"memory.system.total>8": `the fact is "15.62 GiB": only a size (example: 8GiB) compares with a size`,
		"release<8GiB":          `the fact is "12.11": only a size`,
		"groups_here>1":         "the fact is a list: use = or !=",
		"inner=x":               "the fact is a nested list",
		"long~b":                "the fact is too long (5000 bytes, ~ searches at most 4096)",
		"huge=a":                "the filter needs excessive time",
		"items=y":               "the filter needs excessive time",
		"worst~'(.?x?){100}y'" + long(" or worst~'x'", 5): "the filter needs excessive time",
		"name>web":                  "the name of the host: the fact is",
		"web2 or cpus=many or web1": "the fact is a number",
		"not cpus=many":             "the fact is a number",
		"cpus=many and web2":        "the fact is a number",
	} {
		f, err := filter.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if ok, err := f.Match(host); err == nil || ok || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: %t, %v, want %s", text, ok, err, want)
		} else if len(err.Error()) > 1024 {
			t.Errorf("%.80s: an error of %d bytes", text, len(err.Error()))
		}
	}
}

// TestString holds the canonical form of filters.
func TestString(t *testing.T) {
	for text, want := range map[string]string{
		"": "", " ": "",
		" web1 ":                             "web1",
		"family = Debian  and( cpus>2 )":     "family=Debian and cpus>2",
		"(a and b) and (c and d)":            "a and b and c and d",
		"(a or b) and (c or d)":              "(a or b) and (c or d)",
		"(a and b) or (c and d)":             "a and b or c and d",
		"not (a and b) or not(c) or not (d)": "not (a and b) or not c or not d",
		"not (a or b)":                       "not (a or b)",
		"not ((a or b) or c)":                "not (a or b or c)",
		"role='web server'":                  `role="web server"`,
		"role='web'":                         "role=web",
		"role=''":                            `role=""`,
		`role='a"b'`:                         `role='a"b'`,
		"role=and":                           `role="and"`,
		`"role"=web`:                         "role=web",
		`"virtual"=kvm`:                      `"virtual"=kvm`,
		`"famly"=x`:                          `"famly"=x`,
		`"a b.c"=x`:                          `"a b.c"=x`,
		`"or"=x`:                             `"or"=x`,
		"release~'12,1+'":                    `release~"12,1+"`,
	} {
		f, err := filter.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := f.String(); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// TestReadFacts holds what is taken as the facts of a host.
func TestReadFacts(t *testing.T) {
	for text, ok := range map[string]bool{
		`{}`: true, `{"a": {"b": [1, null, "x"]}}`: true,
		`null`: false, ``: false, `[]`: false, `"x"`: false, `{"a": 1} {}`: false, `{"a": `: false, `{"a": 1e999}`: false,
		`{"a": ` + long(`[`, 20_000) + long(`]`, 20_000) + `}`: false,
		`{"a": "` + long("x", filter.MaxFacts) + `"}`:          false,
	} {
		if _, err := filter.ReadFacts("web1", []byte(text)); (err == nil) != ok {
			t.Errorf("%.40s: %v", text, err)
		}
	}
}
