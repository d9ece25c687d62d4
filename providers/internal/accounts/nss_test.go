package accounts

import (
	"strings"
	"testing"

	"ralsh/ral/host/fakehost"
)

func TestOtherSources(t *testing.T) {
	for text, want := range map[string]string{
		"":                                              "",
		"group: files ldap\n":                           "",
		"passwd:\tfiles\n":                              "",
		"# passwd: ldap\npasswd: files # ldap\n":        "",
		"passwd: files systemd\n":                       "systemd",
		" passwd :compat systemd sss\n":                 "compat systemd sss",
		"passwd: files [SUCCESS=merge] systemd\n":       "systemd",
		"passwd: files [!NOTFOUND=return] ldap\n":       "ldap",
		"passwd: files [notfound=return] ldap\n":        "",
		"passwd: sss [NOTFOUND=return A=B]files ldap\n": "sss [NOTFOUND=return A=B] ldap",
		"passwd: files[UNAVAIL=continue]ldap[x\n":       "ldap [x",
		"passwd: ldap\npasswd: files nis\n":             "nis", // as glibc 2.36
	} {
		words, err := otherSources(t.Context(), fakehost.New(map[string]string{nsswitchFile: text}).Reader(), "passwd")
		if got := strings.Join(words, " "); got != want || err != nil {
			t.Errorf("%q: %q, %v, want %q", text, got, err, want)
		}
	}
	if words, err := otherSources(t.Context(), fakehost.New(nil).Reader(), "passwd"); words != nil || err != nil {
		t.Errorf("without the file: %v, %v", words, err)
	}
}
