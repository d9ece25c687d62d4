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
	"ralsh/ral/host/dnswire"
	"ralsh/ral/inifile"
)

// FileOf returns the path of a provider's credentials file.
func FileOf(provider string) string { return "/etc/ralsh/" + provider + ".ini" }

// Account is a section of a credentials file. Every format prints only its name.
type Account struct {
	Name     string
	file     string
	settings map[string]string
}

// Format prints only the name.
func (a Account) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, a.Name) }

// Get returns a setting, "" if it is not set.
func (a Account) Get(name string) string { return a.settings[name] }

// Zones returns the zones in the settings of the account.
func (a Account) Zones() []string {
	return strings.FieldsFunc(a.settings["zones"], func(r rune) bool { return r == ' ' || r == ',' || r == '\t' })
}

// Fault returns an error about a setting, with the file and the account. The caller omits
// the value from the text.
func (a Account) Fault(format string, args ...any) error {
	return fmt.Errorf("%s, [%s]: %s", a.file, a.Name, fmt.Sprintf(format, args...))
}

// Timeout returns the timeout of the service: the setting timeout, in seconds.
func (a Account) Timeout() (time.Duration, error) {
	text := a.settings["timeout"]
	if text == "" {
		return dnswire.DefaultTimeout, nil
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || n <= 0 || n > 300 {
		return 0, a.Fault("timeout must be a number of seconds up to 300 (example: 10)")
	}
	return time.Duration(n * float64(time.Second)), nil
}

// accounts reads a credentials file, which must not be world-accessible. Errors
// do not contain its content.
func accounts(ctx context.Context, rd host.Reader, s Service) ([]Account, error) {
	file := FileOf(s.Name)
	info, err := rd.Stat(ctx, file)
	if err == nil && info.Mode.Perm()&0o007 != 0 {
		return nil, fmt.Errorf("%s contains secrets, but every user can access it (mode %04o): run chmod 600 %s", file, info.Mode.Perm(), file)
	}
	f, err := inifile.Common().Load(ctx, rd, file)
	if err != nil {
		return nil, err
	}
	if lines := f.Unknown(); len(lines) > 0 {
		return nil, fmt.Errorf("%s:%d: expected a section or a setting", file, lines[0])
	}
	var list []Account
	for _, section := range f.Sections() {
		if slices.ContainsFunc(list, func(a Account) bool { return a.Name == section.Name }) {
			return nil, fmt.Errorf("%s:%d: the account [%s] is declared twice", file, section.Line, section.Name)
		}
		list = append(list, Account{Name: section.Name, file: file, settings: make(map[string]string)})
	}
	for _, set := range f.Settings() {
		if !s.knows(set.Name) {
			return nil, fmt.Errorf("%s:%d: unknown setting of %s (expected one of %s)", file, set.Line, s.Name, strings.Join(s.settings(), ", "))
		}
		for _, a := range list {
			if a.Name == set.Section {
				a.settings[set.Name] = set.Value
			}
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s contains no account: add a section with %s", file, strings.Join(s.settings(), ", "))
	}
	return list, nil
}
