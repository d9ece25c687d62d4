package mailalias

import (
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
)

// An alias to an unknown recipient is a finding; one to an account, another
// alias, an address, a file or a program is not.
func TestAnAliasToNobodyIsOdd(t *testing.T) {
	const passwd = "root:x:0:0::/root:/bin/sh\nalice:x:1:1::/:/bin/sh\n"
	for aliases, want := range map[string]string{
		"webmaster: carol\n":                           "the recipient carol is neither an account in /etc/passwd nor an alias",
		"webmaster: alice\n":                           "",
		"webmaster: Staff\nstaff: alice\n":             "",
		"a: b@example.com, /dev/null, \"|/bin/x y\"\n": "",
		"a: alice+lists, \\carol\n":                    "",
		"a: alice, carol\n":                            "the recipient carol is neither",
	} {
		files := map[string]string{aliasesFile: aliases, "/etc/passwd": passwd}
		if got := odd(t, files); want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%q: %q, want %q", aliases, got, want)
		}
		delete(files, "/etc/passwd")
		if got := odd(t, files); got != "" {
			t.Errorf("%q without accounts: %q", aliases, got)
		}
	}
}

// odd returns the findings of all listed aliases.
func odd(t *testing.T, files map[string]string) string {
	t.Helper()
	reg := ral.NewRegistry()
	Register(reg)
	env := onhost.NewEnv(reg, fakehost.New(files).Reader(), nil)
	var all []string
	env.List(t.Context(), reg.Type("mailalias"), func(ev onhost.ListEvent) {
		for _, inst := range ev.Found {
			all = append(all, inst.Findings()...)
		}
	})
	return strings.Join(all, "; ")
}
