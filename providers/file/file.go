package file

import (
	"errors"
	"path"
	"strings"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// Register adds the type file and its provider (semantics.md section 8).
func Register(reg *ral.Registry) { reg.Add(typeDef(), posix()) }

func typeDef() ral.Type {
	return ral.Type{
		Name:    "file",
		Summary: "Files, directories and links, by path",
		Doc: "A file, a directory or a symbolic link, with its content, owner, group and mode. " +
			"ralsh does not list files: name a path.\n\n" +
			"ralsh writes new content to a temporary file and renames it, so that no process sees an incomplete file." +
			"\n\n```puppet\nfile { '/etc/motd':\n" +
			"  content => \"Work in progress\\n\",\n  owner   => 'root',\n" +
			"  mode    => '0644',\n}\n```\n",
		NotListable: "by path",
		Columns:     [2]string{"mode", "owner"},
		Features:    []ral.Feature{{Name: "manages_symlinks", Doc: "The provider can create symbolic links."}},
		Attributes: append(append([]*ral.Attribute{pathParam()}, properties()...),
			parameters()...),
		Relations: []ral.Relation{
			{Kind: ral.Require, Type: "file", Titles: requiredFiles, Via: []string{"path", "target"}},
			{Kind: ral.Require, Type: "filebucket", Titles: requiredBucket, Via: []string{"backup"}},
			{Kind: ral.Require, Type: "user", Titles: account("owner"), Via: []string{"owner"}},
			{Kind: ral.Require, Type: "group", Titles: account("group"), Via: []string{"group"}},
		},
		Validate:     validate,
		PreRun:       hasBucket,
		EvalGenerate: children,
	}
}

func pathParam() *ral.Attribute {
	return &ral.Attribute{
		Name: "path", Kind: ral.Param, Namevar: true, Example: "/etc/motd",
		Doc:        "The absolute path. ralsh normalizes it: `/etc/../srv/` is `/srv`.",
		ValidateFn: validPath, MungeFn: cleanPath,
	}
}

func validPath(_ ral.Hook, v value.Value) error {
	if !strings.HasPrefix(v.Text(), "/") {
		return errors.New("File paths must be fully qualified, not '" + v.Text() + "'")
	}
	if strings.ContainsRune(v.Text(), 0) {
		return errors.New("File paths cannot contain a NUL byte")
	}
	return nil
}

func cleanPath(_ ral.Hook, v value.Value) (value.Value, error) {
	return value.Str(tidyPath(v.Text())), nil
}

// tidyPath returns the canonical form of a path: without double slashes, dots
// and a final slash, and with ".." resolved textually, like Puppet. It does
// not resolve links.
func tidyPath(p string) string {
	if !path.IsAbs(p) {
		p = "/" + p
	}
	return path.Clean(p)
}

// requiredFiles returns the parent directories, the nearest first, and the
// target of a link. A run uses the nearest managed directory. A link to the
// same path requires no other file.
func requiredFiles(r *ral.Resource) []string {
	titles := make([]string, 0, strings.Count(r.Name(), "/"))
	for at := r.Name(); at != "/" && at != "."; {
		at = path.Dir(at)
		titles = append(titles, at)
		if r.Peer("file", at) != nil {
			break
		}
	}
	if target := r.Get("target").Text(); strings.HasPrefix(target, "/") && tidyPath(target) != r.Name() {
		titles = append(titles, tidyPath(target))
	}
	return titles
}

func requiredBucket(r *ral.Resource) []string {
	if _, name := backup(r); name != "" {
		return []string{name}
	}
	return nil
}

var number = lazyre.New(`^\d+$`)

func account(attr string) func(*ral.Resource) []string {
	return func(r *ral.Resource) []string {
		if name := r.Get(attr).Text(); name != "" && !number.MatchString(name) {
			return []string{name}
		}
		return nil
	}
}
