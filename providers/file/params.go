package file

import (
	"errors"
	"strings"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

func parameters() []*ral.Attribute {
	list := []*ral.Attribute{
		{
			Name: "backup", Kind: ral.Param, Example: ".old", Default: value.Sym("false"), ConstantDefault: true, ValidateFn: validBackup,
			Doc: "Where ralsh saves the old content before it replaces or removes the file: a suffix that begins with a dot (a copy next " +
				"to the file), the name of a `filebucket` (`puppet` needs no declaration), `true` (the suffix `.puppet-bak`) or `false` " +
				"(no copy). If ralsh removes a directory, a filebucket saves all its files, and a suffix saves no file.",
		},
		standard.BoolParam("replace", "Whether to change an existing file, directory or link. With `false`, ralsh only creates missing paths.", "true"),
		standard.BoolParam("force", "Whether ralsh may remove a directory with all its contents, also to replace it by a file or a link.", "false"),
		{
			Name: "links", Kind: ral.Param, Example: "follow", Default: value.Sym("manage"), LocatesResource: true,
			Values: ral.Literals("follow", "manage"),
			Doc:    "Whether ralsh manages a symbolic link itself (`manage`) or its target (`follow`); the same for links in a source. With `ensure => link`, it manages the link.",
		},
		standard.BoolParam("show_diff", "Whether plans, logs and traces may show the content.", "true"),
		{
			Name: "checksum", Kind: ral.Param, Example: "sha256", Default: value.Sym("sha256"),
			Values: ral.Literals(checksumNames()...), MungeFn: comparable,
			Doc: "The kind of checksum that ralsh shows instead of content and compares with a source; it also represents content that is " +
				"binary or above 1 MiB. With `mtime` or `ctime`, a file is in sync unless it is older than its source. With `none`, ralsh does not read the content. " +
				"`etag` is the same as `sha256`: ralsh compares the content of a source on the web, and not the checksum that the server reports.",
		},
		{
			Name: "validate_cmd", Kind: ral.Param, Example: "/usr/sbin/visudo -cf %",
			Doc: "A command that checks the new content before ralsh replaces the file. If it fails, the file stays unchanged. " +
				"`%` stands for the name of a temporary file with the new content. ralsh runs the command like a command of `exec`.",
		},
		{
			Name: "staging_location", Kind: ral.Param, Example: "/etc/nginx/staging", ValidateFn: validPath, MungeFn: cleanPath,
			Doc: "The directory of the temporary file that `validate_cmd` checks, for a command that needs other files next to it; default: that of " +
				"the file. ralsh removes the temporary file and replaces the file from its own directory.",
		},
		{
			Name: "validate_replacement", Kind: ral.Param, Example: "@FILE@", Default: value.Str("%"), ConstantDefault: true,
			Doc: "The placeholder for the file name in `validate_cmd`.",
			ValidateFn: func(_ ral.Hook, v value.Value) error {
				if v.Text() == "" {
					return errors.New("the placeholder is empty (example: %)")
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
		return errors.New("Invalid backup type " + v.Inspect() + " (expected a suffix, for example .old, or the name of a filebucket)")
	}
	return nil
}
