package inisetting

import (
	"crypto/md5"
	"fmt"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

func properties() []*ral.Attribute {
	ensure := standard.Ensure("Whether the file contains the setting, or the section if `setting` is not set.")
	ensure.DefaultFunc, ensure.Default = nil, value.Present()
	ensure.InSyncFn = func(h ral.Hook, is, should value.Value) bool {
		return h.R.True("refreshonly") || is.IsAbsent() == should.IsAbsent()
	}
	return []*ral.Attribute{
		ensure,
		{
			Name: "value", Kind: ral.Property, Example: "PostgreSQL", MungeFn: stripped,
			Doc: "The value of the setting, without leading and trailing spaces.",
			InSyncFn: func(h ral.Hook, is, should value.Value) bool {
				return h.R.True("refreshonly") || is.Reveal().Text() == should.Reveal().Text() && !is.IsAbsent()
			},
			Text: ral.Text{IsText: shown, ShouldText: shown},
		},
	}
}

func params() []*ral.Attribute {
	return []*ral.Attribute{
		{
			Name: "name", Kind: ral.Param, Namevar: true, Example: "/etc/odbc.ini [sales] Driver",
			Doc: "Any name. A name of the form `PATH [SECTION] SETTING` sets path, section and setting.",
		},
		{
			Name: "path", Kind: ral.Param, LocatesResource: true, Example: "/etc/odbc.ini", ValidateFn: validPath, DefaultFunc: fromTitle(1, ""),
			Doc: "The ini file. ralsh creates a missing file.", Required: true,
		},
		{
			Name: "section", Kind: ral.Param, LocatesResource: true, Example: "sales", DefaultFunc: fromTitle(2, ""),
			Doc: "The section. The default, an empty text, is the part of the file above its first section.",
		},
		{
			Name: "setting", Kind: ral.Param, LocatesResource: true, Example: "Driver", MungeFn: stripped, DefaultFunc: fromTitle(3, ""),
			Doc: "The name of the setting. Without it, the resource manages the section.",
		},
		{
			Name: "key_val_separator", Kind: ral.Param, LocatesResource: true, Example: " = ", Default: value.Str(" = "),
			Doc: "The text between name and value. Existing lines match without its spaces.",
		},
		{Name: "section_prefix", Kind: ral.Param, LocatesResource: true, Example: "[", Default: value.Str("["), Doc: "The text before the name of a section."},
		{Name: "section_suffix", Kind: ral.Param, LocatesResource: true, Example: "]", Default: value.Str("]"), Doc: "The text after the name of a section."},
		{Name: "indent_char", Kind: ral.Param, Example: " ", Default: value.Str(" "), Doc: "The character that indents a new setting."},
		{
			Name: "indent_width", Kind: ral.Param, Example: "2", Values: []ral.Allowed{{Pattern: lazyre.New(`^\d{1,3}$`)}},
			Doc: "The number of `indent_char` before a new setting. Default: the indentation of the section's settings.",
		},
		standard.BoolParam("force_new_section_creation", "Whether to create a missing section. "+
			"If false, ralsh skips a setting in a missing section.", "true"),
		{
			Name: "show_diff", Kind: ral.Param, Example: "md5", Default: value.Sym("true"),
			Values: []ral.Allowed{{Name: "true", Aliases: []string{"yes"}}, {Name: "false", Aliases: []string{"no"}}, {Name: "md5"}},
			Doc:    "How to show a changed value: `true` shows it, `md5` shows its MD5 sum, `false` hides it. Only `true` shows the content of the file.",
		},
		standard.BoolParam("refreshonly", "Whether to write the setting only after a notification.", "false"),
	}
}

// shown returns a value according to show_diff.
func shown(h ral.Hook, v value.Value) string {
	switch mode := h.R.Get("show_diff"); {
	case mode.IsSym("md5"):
		return fmt.Sprintf("'{md5}%x'", md5.Sum([]byte(v.Reveal().Text())))
	case mode.IsSym("false"):
		return "'[redacted sensitive information]'"
	}
	return v.Literal()
}
