package dns

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/inifile"
)

// FileOf is the file of credentials of a provider.
func FileOf(provider string) string { return "/etc/ralsh/" + provider + ".ini" }

// Account is one section of a file of credentials. However it is printed, only
// its name is shown.
type Account struct {
	Name     string
	file     string
	settings map[string]string
}

// Format prints the name alone.
func (a Account) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, a.Name) }

// Get is a setting, "" when it is not there.
func (a Account) Get(name string) string { return a.settings[name] }

// Zones are the zones that the account names itself.
func (a Account) Zones() []string {
	return strings.FieldsFunc(a.settings["zones"], func(r rune) bool { return r == ' ' || r == ',' || r == '\t' })
}

// Fault is an error about a setting: it says which account of which file has it. The
// caller leaves what is set out of the text.
func (a Account) Fault(format string, args ...any) error {
	return fmt.Errorf("%s, [%s]: %s", a.file, a.Name, fmt.Sprintf(format, args...))
}

// Timeout is how long the service may be silent: the setting timeout, in seconds.
func (a Account) Timeout() (time.Duration, error) {
	text := a.settings["timeout"]
	if text == "" {
		return host.NetTimeout, nil
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || n <= 0 || n > 300 {
		return 0, a.Fault("timeout is a number of seconds up to 300")
	}
	return time.Duration(n * float64(time.Second)), nil
}

// accounts reads a file of credentials. It must not be open to everyone. What is
// in it is in no error.
func accounts(ctx context.Context, rd host.Reader, s Service) ([]Account, error) {
	file := FileOf(s.Name)
	info, err := rd.Stat(ctx, file)
	if err == nil && info.Mode.Perm()&0o007 != 0 {
		return nil, fmt.Errorf("%s holds secrets and is open to everyone (mode %04o): chmod 600 %s", file, info.Mode.Perm(), file)
	}
	f, err := inifile.Common().Load(ctx, rd, file)
	if err != nil {
		return nil, err
	}
	if lines := f.Unknown(); len(lines) > 0 {
		return nil, fmt.Errorf("%s, line %d: neither a section nor a setting", file, lines[0])
	}
	var list []Account
	for _, section := range f.Sections() {
		if slices.ContainsFunc(list, func(a Account) bool { return a.Name == section.Name }) {
			return nil, fmt.Errorf("%s, line %d: the account [%s] is there twice", file, section.Line, section.Name)
		}
		list = append(list, Account{Name: section.Name, file: file, settings: make(map[string]string)})
	}
	for _, set := range f.Settings() {
		if !s.knows(set.Name) {
			return nil, fmt.Errorf("%s, line %d: %s has no setting of this name; there are %s", file, set.Line, s.Name, strings.Join(s.settings(), ", "))
		}
		for _, a := range list {
			if a.Name == set.Section {
				a.settings[set.Name] = set.Value
			}
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s has no account: a section with %s", file, strings.Join(s.settings(), ", "))
	}
	return list, nil
}
