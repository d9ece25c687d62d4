package fileline

import (
	"errors"
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

// Register adds the type and its provider. Attributes, behaviour and error messages are
// the same as in file_line of puppetlabs-stdlib 8.5.
func Register(reg *ral.Registry) { reg.Add(typeDef(), editor()) }

func typeDef() ral.Type {
	return ral.Type{
		Name:    "file_line",
		Summary: "Single lines in text files",
		Doc: "A line of an existing text file. ralsh compares the whole line, with leading and trailing spaces, and keeps the rest of the file. " +
			"With `match`, the line replaces the matching line. Otherwise ralsh adds the line after the line that matches `after`, or at the end. " +
			"A title of the form `PATH: LINE` sets path and line.\n\n" +
			"Attributes and behaviour are the same as in Puppet's module puppetlabs-stdlib. Patterns are Go's regular expressions, without look-around.\n\n" +
			"```puppet\nfile_line { 'proxy for shells':\n  path  => '/etc/bash.bashrc',\n  line  => 'export HTTP_PROXY=http://proxy.example.com:3128',\n" +
			"  match => '^export\\ HTTP_PROXY\\=',\n}\n```\n",
		Attributes:  append(properties(), params()...),
		Columns:     [2]string{"line"},
		NotListable: "by path",
		UndoByFile:  true,
		Relations: []ral.Relation{{Kind: ral.Require, Type: "file", Via: []string{"path"}, Titles: func(r *ral.Resource) []string {
			return []string{r.Get("path").Text()}
		}}},
		Validate: validate,
	}
}

func properties() []*ral.Attribute {
	ensure := standard.Ensure("Whether the file contains the line.")
	ensure.DefaultFunc, ensure.Default = nil, value.Present()
	return []*ral.Attribute{
		ensure,
		{
			Name: "line", Kind: ral.Property, LocatesResource: true, Example: "PermitRootLogin no", DefaultFunc: fromTitle(2), ValidateFn: oneLine,
			Doc:      "The line. A different line is a different resource.",
			InSyncFn: func(ral.Hook, value.Value, value.Value) bool { return true },
		},
	}
}

func params() []*ral.Attribute {
	return []*ral.Attribute{
		{
			Name: "name", Kind: ral.Param, Namevar: true, Example: "/etc/ssh/sshd_config: PermitRootLogin no",
			Doc: "Any name. A name of the form `PATH: LINE` sets path and line.",
		},
		{
			Name: "path", Kind: ral.Param, LocatesResource: true, Required: true, Example: "/etc/ssh/sshd_config", ValidateFn: validPath, DefaultFunc: fromTitle(1),
			Doc: "The file.",
		},
		{
			Name: "match", Kind: ral.Param, Example: "^#?PermitRootLogin", ValidateFn: validPattern,
			Doc: "A pattern. `line` replaces the matching line. Several matching lines are an error without `multiple`.",
		},
		standard.BoolParam("match_for_absence", "Whether `ensure => absent` removes the lines that match `match`. Otherwise it removes the lines that equal `line`.", "false"),
		standard.BoolParam("multiple", "Whether several lines may match.", ""),
		{
			Name: "after", Kind: ral.Param, Example: "^# Authentication", ValidateFn: validPattern,
			Doc: "A pattern. ralsh adds a new line after the matching line, or at the end if no line matches.",
		},
		standard.BoolParam("replace", "Whether to replace a matching line. If false, ralsh does not write the line if a line matches.", "true"),
		standard.BoolParam("replace_all_matches_not_matching_line", "Whether to replace all matching lines, even if the file already contains the line.", "false"),
		standard.BoolParam("append_on_no_match", "Whether to add the line if no line matches.", "true"),
		{
			Name: "encoding", Kind: ral.Param, LocatesResource: true, Example: "iso-8859-1", Default: value.Str("UTF-8"), ConstantDefault: true, ValidateFn: validEncoding,
			Doc: "The encoding of the file: UTF-8, US-ASCII or ISO-8859-1. The other lines keep their bytes.",
		},
	}
}

var title = lazyre.New(`^(/.*?): (.+)$`)

// fromTitle returns a default from a group of the title.
func fromTitle(group int) func(ral.Hook) (value.Value, error) {
	return func(h ral.Hook) (value.Value, error) {
		if parts := title.FindStringSubmatch(h.Get("name").Text()); parts != nil {
			return value.Str(parts[group]), nil
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

func oneLine(_ ral.Hook, v value.Value) error {
	if strings.ContainsAny(v.Text(), "\n\x00") {
		return errors.New("line must be a single line of text")
	}
	return nil
}

func validPattern(_ ral.Hook, v value.Value) error { return lazyre.Ruby(v.Text()).Compile() }

func validate(r *ral.Resource) error {
	all := r.True("replace_all_matches_not_matching_line")
	switch {
	case all && r.Has("multiple") && !r.True("multiple"):
		return errors.New("multiple must be true when replace_all_matches_not_matching_line is true")
	case all && !r.True("replace"):
		return errors.New("replace must be true when replace_all_matches_not_matching_line is true")
	case r.Get("line").IsNil() && !(r.Removing() && r.True("match_for_absence") && r.Has("match")):
		return errors.New("line is a required attribute")
	case r.Get("path").IsNil():
		return errors.New("path is a required attribute")
	}
	return nil
}
