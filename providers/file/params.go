package file

import (
	"errors"
	"strings"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

func parameters() []*ral.Attribute {
	list := []*ral.Attribute{
		{
			Name: "backup", Kind: ral.Param, Example: ".old", Default: value.Sym("false"), ConstantDefault: true, ValidateFn: validBackup,
			Doc: "Keeps what a file held before it is replaced or removed: a suffix that begins with a dot, for a copy beside it, " +
				"or the name of a `filebucket`, for a copy there (`puppet` needs no declaration); `true` is `.puppet-bak`, `false` keeps " +
				"nothing. Of a directory that is removed, all files are kept in a bucket, and none beside it.",
		},
		ral.BoolParam("replace", "Whether to change a file, directory or link that is there. With `false` only what is missing is made.", "true"),
		ral.BoolParam("force", "Whether a directory may be removed, with all in it, and whether a directory may take the place of something else or the reverse.", "false"),
		{
			Name: "links", Kind: ral.Param, Example: "follow", Default: value.Sym("manage"), LocatesResource: true,
			Values: ral.Literals("follow", "manage"),
			Doc:    "Whether a symbolic link is managed itself (`manage`), or what it leads to (`follow`); also of a source. With `ensure => link` the link itself is managed.",
		},
		ral.BoolParam("show_diff", "Whether plans, logs and traces may show the content.", "true"),
		{
			Name: "checksum", Kind: ral.Param, Example: "sha256", Default: value.Sym("sha256"),
			Values: ral.Literals(checksumNames()...),
			Doc: "The kind of checksum shown instead of content in messages, for content that is binary or above 1 MiB, and for comparing with " +
				"a source. With `mtime` or `ctime` a file is as its source unless it is older; with `none` the content is not read.",
		},
		{
			Name: "validate_cmd", Kind: ral.Param, Example: "/usr/sbin/visudo -cf %",
			Doc: "A command that looks at the new content before it takes the place of the old; when it fails the file stays as it is. " +
				"`%` is replaced by the name of a file with the content. It is run as a command of `exec` is.",
		},
		{
			Name: "validate_replacement", Kind: ral.Param, Example: "@FILE@", Default: value.Str("%"), ConstantDefault: true,
			Doc: "What `validate_cmd` has in place of the name of the file.",
			ValidateFn: func(_ ral.Hook, v value.Value) error {
				if v.Text() == "" {
					return errors.New("something must stand for the file: validate_replacement is empty")
				}
				return nil
			},
		},
	}
	return append(append(append(list, sourceParams()...), recurseParams()...), labelParams()...)
}

// suffix is the suffix of a backup next to the file.
var suffix = lazyre.New(`^\.[^/\x00]+$`)

func validBackup(_ ral.Hook, v value.Value) error {
	text := v.Text()
	if v.Kind() == value.List || text == "" || strings.ContainsRune(text, 0) || strings.HasPrefix(text, ".") && !suffix.MatchString(text) {
		return errors.New("Invalid backup type " + v.Inspect() + "; it is a suffix such as .old, or the name of a filebucket")
	}
	return nil
}
