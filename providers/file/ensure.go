package file

import (
	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

func ensureProperty() *ral.Attribute {
	a := standard.EnsureOf("The desired state of the path: `file`, `directory`, `link`, `present` (any existing path; a missing path becomes a file) or `absent`. "+
		"Any other text is the target of a link.",
		ral.Allowed{Name: "absent", Aliases: []string{"false"}, Event: "file_removed", Doc: "The path does not exist. To remove a directory, set `force`."},
		ral.Allowed{Name: "file", Event: "file_created", Doc: "A regular file. It is created empty without `content` and `source`."},
		ral.Allowed{Name: "present", Event: "file_created", Doc: "The path exists. If it is missing, ralsh creates a file."},
		ral.Allowed{Name: "directory", Event: "directory_created", Doc: "A directory. Its parent directory must exist."},
		ral.Allowed{Name: "link", Features: []string{"manages_symlinks"}, Event: "link_created", Doc: "A symbolic link to `target`."},
		ral.Allowed{Pattern: lazyre.New(`.`)},
	)
	a.Example = "file"
	a.DefaultFunc = impliedEnsure
	a.MungeFn = func(h ral.Hook, v value.Value) (value.Value, error) {
		if m := h.Munge(v); m.Kind() == value.Symbol {
			return m, nil
		}
		return value.Sym("link"), nil
	}
	a.InSyncFn = func(h ral.Hook, is, should value.Value) bool {
		return kept(h, is) || is.Equal(should) || should.IsSym("present") && !is.IsAbsent()
	}
	a.ChangeFn = ensureChange
	return a
}

// impliedEnsure returns link for a resource with a target, and file for a
// resource with content.
func impliedEnsure(h ral.Hook) (value.Value, error) {
	switch {
	case h.R.Has("target"):
		return value.Sym("link"), nil
	case h.R.Has("content"):
		return value.Sym("file"), nil
	}
	return value.Value{}, nil
}

// ensureChange describes the creation of a file with content like a change of
// the content.
func ensureChange(h ral.Hook, is, should value.Value) string {
	content := h.Get("content")
	switch {
	case (should.IsSym("file") || should.IsSym("present")) && !content.IsNil():
		return h.R.Type.Attr("content").ChangeText(h.R, value.Absent(), content)
	case is.IsAbsent() || is.IsNil():
		return "created"
	case should.IsAbsent():
		return "removed"
	}
	return "ensure changed " + is.Literal() + " to " + should.Literal()
}
