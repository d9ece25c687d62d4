package tidy

import (
	"errors"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// Register adds the type tidy (semantics.md section 8).
func Register(reg *ral.Registry) {
	rmdirs := ral.BoolParam("rmdirs", "Whether directories go too, if all that is in them does.", "")
	reg.Add(ral.Type{
		Name: "tidy", Summary: "Removal of files by age, size or name", NotListable: "by path",
		Doc: "Removes files that are old, large or have certain names: each becomes a `file` with `ensure => absent`, which the plan shows.\n\n" +
			"A file goes if its name is among `matches` and it is of the `age` or of the `size`; without `age` and `size`, by its name. " +
			"What is declared itself stays. The path itself is looked at like what is below it." +
			"\n\n```puppet\ntidy { '/var/tmp/build':\n" +
			"  age     => '1w',\n  recurse => true,\n" +
			"  matches => ['*.log', '*.tmp'],\n}\n```\n",
		NotIsomorphic: true,
		Attributes: []*ral.Attribute{
			{
				Name: "path", Kind: ral.Param, Namevar: true, Example: "/var/tmp/build", ValidateFn: ral.AbsolutePath,
				Doc: "The file or directory.",
			},
			{
				Name: "recurse", Kind: ral.Param, Values: append(ral.Literals("true", "false", "inf"), ral.Allowed{Pattern: digits}), Example: "1",
				Doc: "Whether to look at what is in the directory: all of it (`true`, `inf`), or so deep; 1 is what is in it itself.",
			},
			{
				Name: "max_files", Kind: ral.Param, Values: []ral.Allowed{{Pattern: digits}}, Default: value.Int(0), Example: "5000",
				Doc: "The greatest number of files to look at; where there are more none is removed. 0 is no limit.",
			},
			{
				Name: "matches", Kind: ral.Param, IsList: true, Example: "*.tmp",
				Doc: "Patterns of names, as in a shell; one of them must match. They need `recurse`.",
			},
			{
				Name: "backup", Kind: ral.Param, Example: ".old",
				Doc: "Where what is removed is kept; see `backup` of `file`. Without it, nowhere.",
			},
			{
				Name: "age", Kind: ral.Param, Example: "1w", MungeFn: amount("age", "d", ages),
				Doc: "The age from which it goes: a number of seconds, minutes, hours, days or weeks, by their first letter. Without one it is days.",
			},
			{
				Name: "size", Kind: ral.Param, Example: "10m", MungeFn: amount("size", "k", sizes),
				Doc: "The size from which it goes: a number of bytes, kilobytes, megabytes, gigabytes or terabytes, by their first letter. Without one it is kilobytes.",
			},
			{
				Name: "type", Kind: ral.Param, Values: ral.Literals("atime", "mtime", "ctime"), Default: value.Sym("atime"), Example: "mtime",
				Doc: "The time that counts for `age`: last read, content last changed, attributes last changed.",
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
