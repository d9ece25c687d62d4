package file

import (
	"errors"

	"ralsh/ral"
	"ralsh/ral/noise"
	"ralsh/ral/value"
)

func properties() []*ral.Attribute {
	list := []*ral.Attribute{
		ensureProperty(), contentProperty(), checksumValue(), targetProperty(),
		{
			Name: "owner", Kind: ral.Property, Example: "root", Sync: ral.Sync{Needs: "content"},
			Doc: "The owner, by name or number.",
		},
		{
			Name: "group", Kind: ral.Property, Example: "adm", Sync: ral.Sync{Needs: "content"},
			Doc: "The group, by name or number.",
		},
		modeProperty(),
		readOnly("type", noise.Chosen, "The kind of file: file, directory, link, fifo, socket, characterSpecial, blockSpecial."),
	}
	return append(append(list, labelProperties()...),
		readOnly("ctime", noise.Volatile, "The time of the last change of content or attributes."),
		readOnly("mtime", noise.Volatile, "The time of the last change of content."))
}

func readOnly(name string, differs noise.Class, doc string) *ral.Attribute {
	return &ral.Attribute{
		Name: name, Kind: ral.Property, ReadOnly: true, Across: ral.Across{Class: differs}, Doc: doc + " It can only be read.",
	}
}

func targetProperty() *ral.Attribute {
	return &ral.Attribute{
		Name: "target", Kind: ral.Property, Example: "/usr/share/zoneinfo/UTC",
		Doc: "The target of a symbolic link, absolute or relative, exactly as written in the link. The target may be missing. If you set only `target`, ralsh creates a link.",
		ValidateFn: func(_ ral.Hook, v value.Value) error {
			if v.Text() == "" {
				return errors.New("a link needs a target: the value is empty")
			}
			return nil
		},
		// A path as the value of ensure is a link's target.
		DefaultFunc: func(h ral.Hook) (value.Value, error) {
			raw, given := h.R.Decl.Get("ensure")
			raw = raw.Reveal()
			if given && !isLiteral(h.R.Type.Attr("ensure"), raw.Text()) {
				return value.Str(raw.Text()), nil
			}
			return value.Value{}, nil
		},
		InSyncFn: func(h ral.Hook, is, should value.Value) bool {
			return kept(h, is) || is.Text() == should.Text() || should.IsSym("notlink")
		},
	}
}

func isLiteral(a *ral.Attribute, text string) bool {
	for _, v := range a.Values {
		if v.Pattern != nil {
			continue
		}
		if v.Name == text {
			return true
		}
		for _, alias := range v.Aliases {
			if alias == text {
				return true
			}
		}
	}
	return false
}

// kept reports whether the file exists and replace => false keeps it.
func kept(h ral.Hook, is value.Value) bool { return !is.IsAbsent() && !h.R.True("replace") }
