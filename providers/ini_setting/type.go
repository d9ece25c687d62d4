package inisetting

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// Register adds the type and its provider. Attributes and behaviour are the same as in
// ini_setting of puppetlabs-inifile 5.4.
func Register(reg *ral.Registry) { reg.Add(typeDef(), editor()) }

func typeDef() ral.Type {
	return ral.Type{
		Name:    "ini_setting",
		Summary: "Settings in ini files",
		Doc: "A setting in a section of an ini file. ralsh keeps the rest of the file: comments, order, spacing. " +
			"It inserts a new setting below a comment that contains the setting, otherwise at the end of its section. " +
			"If a setting is repeated, the last line takes effect, and ralsh changes all lines.\n\n" +
			"A listing contains the settings of `/etc/*.ini` with the names `PATH [SECTION] SETTING`. " +
			"A title of this form sets path, section and setting by default. " +
			"Attributes and behaviour are the same as in Puppet's module puppetlabs-inifile.\n\n" +
			"```puppet\nini_setting { 'odbc driver':\n  ensure  => present,\n  path    => '/etc/odbc.ini',\n" +
			"  section => 'sales',\n  setting => 'Driver',\n  value   => 'PostgreSQL',\n}\n```\n",
		Attributes: append(properties(), params()...),
		Columns:    [2]string{"value"},
		Relations:  []ral.Relation{{Kind: ral.Require, Type: "file", Titles: parentDirs, Via: []string{"path"}}},
		Validate:   validate,
	}
}

func parentDirs(r *ral.Resource) []string {
	if p := r.Get("path"); !p.IsNil() {
		return []string{path.Dir(p.Text())}
	}
	return nil
}

func validate(r *ral.Resource) error {
	switch {
	case r.Get("path").IsNil():
		return errors.New("path is a required attribute")
	case r.Get("section_prefix").Text()+r.Get("section_suffix").Text() == "":
		return errors.New("section_prefix and section_suffix cannot both be empty")
	}
	return nil
}

// title matches the names of listed settings.
var title = lazyre.New(`^(/.*?) \[(.*)\] (.+)$`)

// called returns the name of a listed setting.
func called(path, section, setting string) string {
	return fmt.Sprintf("%s [%s] %s", path, section, setting)
}

// fromTitle returns a default from a group of the title.
func fromTitle(group int, otherwise string) func(ral.Hook) (value.Value, error) {
	return func(h ral.Hook) (value.Value, error) {
		if parts := title.FindStringSubmatch(h.Get("name").Text()); parts != nil {
			return value.Str(parts[group]), nil
		}
		if group == 2 {
			return value.Str(otherwise), nil
		}
		return value.Value{}, nil
	}
}

func validPath(_ ral.Hook, v value.Value) error {
	if !strings.HasPrefix(v.Text(), "/") {
		return fmt.Errorf("File paths must be fully qualified, not '%s'", v.Text())
	}
	return nil
}

// stripped removes surrounding blanks.
func stripped(_ ral.Hook, v value.Value) (value.Value, error) {
	return value.Str(strings.TrimSpace(v.Text())), nil
}
