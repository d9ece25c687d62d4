package inisetting

import (
	"crypto/md5"
	"fmt"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

func properties() []*ral.Attribute {
	ensure := ral.Ensure("Whether the setting is in the file; without `setting`, whether the section is.")
	ensure.DefaultFunc, ensure.Default = nil, value.Present()
	ensure.InSyncFn = func(h ral.Hook, is, should value.Value) bool {
		return h.R.True("refreshonly") || is.IsAbsent() == should.IsAbsent()
	}
	return []*ral.Attribute{
		ensure,
		{
			Name: "value", Kind: ral.Property, Example: "PostgreSQL", MungeFn: stripped,
			Doc: "The value of the setting, without blanks around it.",
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
			Doc: "Any name. One like `PATH [SECTION] SETTING` says where the setting is.",
		},
		{
			Name: "path", Kind: ral.Param, LocatesResource: true, Example: "/etc/odbc.ini", ValidateFn: validPath, DefaultFunc: fromTitle(1, ""),
			Doc: "The ini file. One that is not there is made.", Required: true,
		},
		{
			Name: "section", Kind: ral.Param, LocatesResource: true, Example: "sales", DefaultFunc: fromTitle(2, ""),
			Doc: "The section. An empty one, the default, is the part of the file above its first section.",
		},
		{
			Name: "setting", Kind: ral.Param, LocatesResource: true, Example: "Driver", MungeFn: stripped, DefaultFunc: fromTitle(3, ""),
			Doc: "The name of the setting. Without one the section itself is managed.",
		},
		{
			Name: "key_val_separator", Kind: ral.Param, LocatesResource: true, Example: " = ", Default: value.Str(" = "),
			Doc: "The text between name and value. Lines that are there are found by it without its blanks.",
		},
		{Name: "section_prefix", Kind: ral.Param, LocatesResource: true, Example: "[", Default: value.Str("["), Doc: "The text before a section's name."},
		{Name: "section_suffix", Kind: ral.Param, LocatesResource: true, Example: "]", Default: value.Str("]"), Doc: "The text behind a section's name."},
		{Name: "indent_char", Kind: ral.Param, Example: " ", Default: value.Str(" "), Doc: "What a new setting is indented with."},
		{
			Name: "indent_width", Kind: ral.Param, Example: "2", Values: []ral.Allowed{{Pattern: lazyre.New(`^\d{1,3}$`)}},
			Doc: "How many `indent_char` a new setting is indented with. By default as many as the section's other settings.",
		},
		ral.BoolParam("force_new_section_creation", "Whether a section that is missing is made. "+
			"If not, a setting of it is left alone.", "true"),
		{
			Name: "show_diff", Kind: ral.Param, Example: "md5", Default: value.Sym("true"),
			Values: []ral.Allowed{{Name: "true", Aliases: []string{"yes"}}, {Name: "false", Aliases: []string{"no"}}, {Name: "md5"}},
			Doc:    "Whether the value is shown when it changes: as it is, not at all, or its MD5 sum. The file's content is only shown with `true`.",
		},
		ral.BoolParam("refreshonly", "Write the setting only when another resource notifies this one.", "false"),
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
