package file

import (
	"errors"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

func properties() []*ral.Attribute {
	return []*ral.Attribute{
		ensureProperty(), contentProperty(), targetProperty(),
		{
			Name: "owner", Kind: ral.Property, Example: "root",
			Doc: "The user who owns it, by name or number.",
		},
		{
			Name: "group", Kind: ral.Property, Example: "adm",
			Doc: "The group that owns it, by name or number.",
		},
		modeProperty(),
		readOnly("type", "What it is: file, directory, link, fifo, socket, characterSpecial, blockSpecial."),
		readOnly("ctime", "When its content or its attributes last changed."),
		readOnly("mtime", "When its content last changed."),
	}
}

func readOnly(name, doc string) *ral.Attribute {
	return &ral.Attribute{
		Name: name, Kind: ral.Property, ReadOnly: true, Doc: doc + " It can only be read.",
	}
}

func parameters() []*ral.Attribute {
	return []*ral.Attribute{
		{
			Name: "backup", Kind: ral.Param, Example: ".old", Default: value.Sym("false"),
			Doc: "Keeps what a file held before it is replaced or removed: a suffix that begins with a dot, for a copy beside it; `false` keeps nothing.",
			ValidateFn: func(_ ral.Hook, v value.Value) error {
				if text := v.Text(); text != "false" && !suffix.MatchString(text) {
					return errors.New("Invalid backup type " + v.Inspect() + "; a suffix such as .old is kept beside the file")
				}
				return nil
			},
		},
		ral.BoolParam("replace", "Whether to change a file, directory or link that is there. With `false` only what is missing is made.", "true"),
		ral.BoolParam("force", "Whether a directory may be removed, with all in it, also to make room for something else.", "false"),
		{
			Name: "links", Kind: ral.Param, Example: "follow", Default: value.Sym("manage"),
			Values: ral.Literals("follow", "manage"),
			Doc:    "Whether a symbolic link is managed itself (`manage`), or what it leads to (`follow`).",
		},
		ral.BoolParam("show_diff", "Whether plans, logs and traces may show the content.", "true"),
		{
			Name: "checksum", Kind: ral.Param, Example: "sha256", Default: value.Sym("sha256"),
			Values: ral.Literals(checksumNames()...),
			Doc:    "The checksum that stands for the content in messages, and for content that is binary or above 1 MiB.",
		},
	}
}

var suffix = lazyre.New(`^\.[^/\x00]+$`)

func targetProperty() *ral.Attribute {
	return &ral.Attribute{
		Name: "target", Kind: ral.Property, Example: "/usr/share/zoneinfo/UTC",
		Doc: "What a symbolic link leads to, absolute or relative, as it is written in the link. It may be missing. Given alone it asks for a link.",
		ValidateFn: func(_ ral.Hook, v value.Value) error {
			if v.Text() == "" {
				return errors.New("a link must lead somewhere: target is empty")
			}
			return nil
		},
		// A path given to ensure is a link's target.
		DefaultFunc: func(h ral.Hook) (value.Value, error) {
			raw, given := h.R.Decl.Get("ensure")
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

// kept reports that something is there, and replace => false leaves it.
func kept(h ral.Hook, is value.Value) bool { return !is.IsAbsent() && !h.R.True("replace") }
