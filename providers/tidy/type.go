package tidy

import (
	"errors"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

// Register adds the type tidy (semantics.md section 8).
func Register(reg *ral.Registry) {
	rmdirs := standard.BoolParam("rmdirs", "Whether directories are removed if all their entries are removed.", "")
	reg.Add(ral.Type{
		Name: "tidy", Summary: "Removal of files by age, size or name", NotListable: "by path",
		Doc: "Removes files that are old, large or have certain names: each becomes a `file` with `ensure => absent`, which the plan shows.\n\n" +
			"A file is removed if its name matches `matches` and it has the `age` or the `size`; without `age` and `size`, the name decides. " +
			"Files with a declaration stay. The path is checked like the files below it." +
			"\n\n```puppet\ntidy { '/var/tmp/build':\n" +
			"  age     => '1w',\n  recurse => true,\n" +
			"  matches => ['*.log', '*.tmp'],\n}\n```\n",
		NotIsomorphic: true,
		Attributes: []*ral.Attribute{
			{
				Name: "path", Kind: ral.Param, Namevar: true, Example: "/var/tmp/build", ValidateFn: standard.AbsolutePath,
				Doc: "The file or directory.",
			},
			{
				Name: "recurse", Kind: ral.Param, Values: append(ral.Literals("true", "false", "inf"), ral.Allowed{Pattern: digits}), Example: "1",
				Doc: "Whether to check the entries of the directory: all levels (`true`, `inf`), or a number of levels; 1 is the direct entries.",
			},
			{
				Name: "max_files", Kind: ral.Param, Values: []ral.Allowed{{Pattern: digits}}, Default: value.Int(0), Example: "5000",
				Doc: "The maximum number of files to check. With more files, ralsh removes no file. 0 means no limit.",
			},
			{
				Name: "matches", Kind: ral.Param, IsList: true, Example: "*.tmp",
				Doc: "Shell patterns of names. A file must match at least one pattern. They need `recurse`.",
			},
			{
				Name: "backup", Kind: ral.Param, Example: ".old",
				Doc: "Where ralsh keeps the removed files; see `backup` of `file`. By default, they are not kept.",
			},
			{
				Name: "age", Kind: ral.Param, Example: "1w", MungeFn: amount("age", "d", ages),
				Doc: "The minimum age of removed files: a number of seconds, minutes, hours, days or weeks, with the first letter of the unit. The default unit is days.",
			},
			{
				Name: "size", Kind: ral.Param, Example: "10m", MungeFn: amount("size", "k", sizes),
				Doc: "The minimum size of removed files: a number of bytes, kilobytes, megabytes, gigabytes or terabytes, with the first letter of the unit. The default unit is kilobytes.",
			},
			{
				Name: "type", Kind: ral.Param, Values: ral.Literals("atime", "mtime", "ctime"), Default: value.Sym("atime"), Example: "mtime",
				Doc: "The time that `age` uses: last read, last change of the content, last change of the attributes.",
			},
			rmdirs,
		},
		Validate: validate,
		Generate: generate, DepthFirst: true,
	})
}

var digits = lazyre.New(`^[0-9]+$`)

func validate(r *ral.Resource) error {
	if depth := r.Get("recurse").Text(); r.Has("matches") && (depth == "" || depth == "false" || depth == "0") {
		return errors.New("Tidy can't use matches with recurse 0, false, or undef")
	}
	return nil
}
