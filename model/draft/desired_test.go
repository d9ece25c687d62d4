package draft_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/model"
	"ralsh/model/draft"
	"ralsh/model/modeltest"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/value"
)

// typed returns a draft of deploy or another resource of the small host.
func typed(t *testing.T, s *model.Session, typ, name string, attrs ...string) *draft.Draft {
	t.Helper()
	d := draftOf(t, s, typ, name)
	for i := 0; i < len(attrs); i += 2 {
		d.Set(attrs[i], attrs[i+1])
	}
	return d
}

func typedTexts(d *draft.Draft) map[string]string {
	all := make(map[string]string)
	for _, a := range d.Type.Order() {
		if text, ok := d.Text(a.Name); ok {
			all[a.Name] = text
		}
	}
	return all
}

func TestDesiredReadsBack(t *testing.T) {
	const mail = "host { 'mail':\n  ip => '192.0.2.25',\n}\n"
	for name, c := range map[string]struct {
		asIs bool
		edit *strings.Replacer
		more string
		want []string // for each edited resource: its name, + if new, and its texts
		left []string
	}{
		"nothing is changed":      {more: "# a remark\n"},
		"as it is, nothing wants": {asIs: true, more: "# a remark\n"},
		"one value":               {edit: strings.NewReplacer("'/bin/bash'", "'/bin/sh'"), want: []string{"User[deploy] password=$y$new shell=/bin/sh"}},
		"as it is, one value": {asIs: true, edit: strings.NewReplacer("'/home/deploy'", "'/srv'"), want: []string{
			"User[deploy] home=/srv password=$y$new shell=/bin/bash",
		}},
		"a line taken out": {edit: strings.NewReplacer("  shell    => '/bin/bash',\n", ""), want: []string{"User[deploy] password=$y$new"}},
		"a secret written": {edit: strings.NewReplacer("  # password is a secret and is omitted: yescrypt hash\n", "password => '$y$other',\n"), want: []string{
			"User[deploy] password=$y$other shell=/bin/bash",
		}},
		"a list": {edit: strings.NewReplacer("'/bin/bash',", "'/bin/bash', groups => ['root', 'deploy'],"), want: []string{
			"User[deploy] groups=root,deploy password=$y$new shell=/bin/bash",
		}},
		"a number": {edit: strings.NewReplacer("'/bin/bash',", "'/bin/bash', uid => 1001,"), want: []string{
			"User[deploy] password=$y$new shell=/bin/bash uid=1001",
		}},
		"a relationship outside of the text": {edit: strings.NewReplacer("'/bin/bash',", "'/bin/bash', require => Group['x'],"), want: []string{
			"User[deploy] password=$y$new require=Group[x] shell=/bin/bash",
		}},
		"a new one": {more: mail, want: []string{"+Host[mail] ip=192.0.2.25"}},
		"another title": {edit: strings.NewReplacer("'deploy'", "'deploy2'"), want: []string{"+User[deploy2] shell=/bin/bash"}, left: []string{
			"User[deploy]",
		}},
	} {
		s, _ := modeltest.Small(t)
		d := draft.WriteDesired([]*draft.Draft{typed(t, s, "user", "deploy", "shell", "/bin/bash", "password", "$y$new")}, c.asIs)
		text := d.Text
		if c.edit != nil {
			if text = c.edit.Replace(text); text == d.Text {
				t.Fatalf("%s: the edit changes nothing of\n%s", name, text)
			}
		}
		result, bad := d.Read(t.Context(), s.Drafts, text+c.more)
		if len(bad) > 0 {
			t.Errorf("%s: %v\n%s", name, bad, text)
		}
		var got []string
		for _, e := range result.List {
			one := draft.New(e.Type, e.Title, e.Provider, e.Found)
			if !e.New {
				one = typed(t, s, "user", "deploy", "shell", "/bin/bash", "password", "$y$new")
			}
			e.Take(one)
			line := e.Ref()
			if e.New {
				line = "+" + line
			}
			all := typedTexts(one)
			for _, k := range slices.Sorted(maps.Keys(all)) {
				line += " " + k + "=" + all[k]
			}
			got = append(got, line)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if !slices.Equal(result.Missing, c.left) {
			t.Errorf("%s: left %q, want %q", name, result.Missing, c.left)
		}
	}
}

func TestDesiredSaysWhatIsWrong(t *testing.T) {
	for edit, want := range map[string]string{
		"shell => 'bash',":                  `desired.pp:8:3: User[deploy]: shell: `,
		"groups => ['adm',\n  '1000'],":     "desired.pp:9:3: User[deploy]: groups: ",
		"shel => '/bin/bash',":              "desired.pp:8:3: User[deploy]: no parameter named 'shel' (did you mean \"shell\"?)",
		"shell => { a => 1 },":              "a draft cannot hold a map or a nested list",
		"shell => ['/bin/sh', '/bin/bash']": "the attribute takes a single value, not a list",
		"comment => '',":                    "desired.pp:8:3: User[deploy]: comment: a draft cannot hold an empty text",
		`groups => ["a", ""],`:              "a draft cannot hold an empty element",
		"} user { 'x': provider => userad,": "Invalid user provider 'userad' (did you mean \"useradd\"?)",
		"} usr { 'x': a => 1":               "unknown type \"usr\" (did you mean \"user\"?)",
		"} user { 'x':":                     "desired.pp:8:12: User[x]: the resource declares no attributes",
		"} class { 'x':":                    "class",
		"password => '[redacted]',":         "[redacted] is a placeholder",
		"shell = 1":                         "desired.pp:8:9: \"=>\" is missing",
	} {
		s, _ := modeltest.Small(t)
		d := draft.WriteDesired([]*draft.Draft{typed(t, s, "user", "deploy", "ensure", "present")}, false)
		_, bad := d.Read(t.Context(), s.Drafts, strings.Replace(d.Text, "}\n", "  "+edit+"\n}\n", 1))
		if bad == nil || !strings.Contains(bad.Error(), want) {
			t.Errorf("%s: %v does not say %q", edit, bad, want)
		}
	}
}

// The text contains no secret: neither of the host, nor of a draft, nor in a
// diagnostic.
func TestDesiredHoldsNoSecret(t *testing.T) {
	s, _ := modeltest.Small(t)
	for _, secret := range []string{"$y$new", "un:usable"} {
		for _, asIs := range []bool{false, true} {
			d := draft.WriteDesired([]*draft.Draft{typed(t, s, "user", "deploy", "password", secret, "shell", "/bin/bash")}, asIs)
			if strings.Contains(d.Text, "$y$j9T$abc") || strings.Contains(d.Text, secret) || !strings.Contains(d.Text, "# password is a secret and is omitted") {
				t.Errorf("the text is\n%s", d.Text)
			}
			_, bad := d.Read(t.Context(), s.Drafts, strings.Replace(d.Text, "'/bin/bash'", "'bash'", 1))
			if len(bad) == 0 || strings.Contains(bad.Error(), secret) {
				t.Errorf("of %s is said %v", secret, bad)
			}
		}
	}
}

// A text without the default provider is about what that provider read.
func TestDesiredWithoutTheDefault(t *testing.T) {
	s, _ := modeltest.Small(t)
	one := typed(t, s, "user", "deploy", "shell", "/bin/bash")
	one.Provider = one.Type.Provider("useradd")
	d := draft.WriteDesired([]*draft.Draft{one}, false)
	const line = "  provider => 'useradd',\n"
	if !strings.Contains(d.Text, line) {
		t.Fatalf("the text is\n%s", d.Text)
	}
	result, bad := d.Read(t.Context(), s.Drafts, strings.NewReplacer(line, "", "/bin/bash", "/bin/sh").Replace(d.Text))
	if len(bad) > 0 || len(result.List) != 1 {
		t.Fatalf("%v, %v", result, bad)
	}
	result.List[0].Take(one)
	if one.Found == nil || one.Provider == nil {
		t.Errorf("it forgot what there is: %+v", one)
	}
}

// Unknown and read-only values are comments.
func TestDesiredComments(t *testing.T) {
	s, fake := modeltest.Small(t, fakehost.WithUID(1000))
	fake.Deny("/etc/shadow")
	d := draft.WriteDesired([]*draft.Draft{draftOf(t, s, "user", "deploy")}, true)
	if !strings.Contains(d.Text, "  # password is unknown: ") {
		t.Errorf("the text is\n%s", d.Text)
	}
	if _, bad := d.Read(t.Context(), s.Drafts, d.Text+" "); len(bad) > 0 {
		t.Error(bad)
	}
}

// vault is a type whose message repeats the secret that it rejects.
func vault() ral.Type {
	return ral.Type{Name: "vault", Attributes: []*ral.Attribute{
		{Name: "name", Namevar: true, Kind: ral.Param, Doc: "Its name."},
		{Name: "owner", Doc: "Whose it is."},
		{Name: "pin", Doc: "Its pin.", Sensitive: true, ValidateFn: func(_ ral.Hook, v value.Value) error {
			return errors.New(v.Reveal().Text() + " is too short")
		}},
	}}
}

type steel struct{}

// List yields nothing.
func (steel) List(context.Context, *ral.Listing) error { return nil }

// Flush does nothing: nothing is applied here.
func (steel) Flush(context.Context, host.Writer, *ral.Resource) error { return nil }

func TestDesiredHidesWhatATypeSays(t *testing.T) {
	reg := ral.NewRegistry()
	reg.Add(vault(), ral.Provider{Name: "steel", New: func() any { return steel{} }})
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	s := model.NewSession(t.Context(), reg, fakehost.New(nil).Host)
	one := draft.New(s.Types()[0], "a", nil, nil)
	one.Set("pin", "4711")
	one.Set("owner", "me")
	d := draft.WriteDesired([]*draft.Draft{one}, false)
	_, bad := d.Read(t.Context(), s.Drafts, strings.Replace(d.Text, "'me'", "'you'", 1))
	if bad == nil || !strings.Contains(bad.Error(), "[redacted] is too short") || strings.Contains(bad.Error(), "4711") {
		t.Errorf("it says %v", bad)
	}
}
