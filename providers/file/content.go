package file

import (
	"errors"
	"fmt"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// shownContent is how many bytes of content are shown as they are; above it a
// checksum stands for them.
const shownContent = 1 << 20

func contentProperty() *ral.Attribute {
	return &ral.Attribute{
		Name: "content", Kind: ral.Property, Example: "welcome\\n",
		Doc: "What the file holds, byte for byte. Content above 1 MiB and content that is no text is shown as a checksum; it can be set all the same.",
		ValidateFn: func(_ ral.Hook, v value.Value) error {
			if v.Kind() == value.String && sum.MatchString(v.Text()) {
				return errors.New("the text " + v.Text() + " stands for content that was not shown; it is not the content")
			}
			return nil
		},
		MungeFn: func(_ ral.Hook, v value.Value) (value.Value, error) {
			if v.Kind() == value.Symbol {
				return v, nil // the checksum of a source
			}
			return value.Str(v.Text()), nil
		},
		InSyncFn:   contentInSync,
		IsText:     func(h ral.Hook, is value.Value) string { return contentText(h, is) },
		ShouldText: func(h ral.Hook, should value.Value) string { return contentText(h, should) },
		ChangeFn: func(h ral.Hook, is, should value.Value) string {
			if is.IsAbsent() {
				return "defined content as " + contentText(h, should)
			}
			return fmt.Sprintf("content changed %s to %s", contentText(h, is), contentText(h, should))
		},
	}
}

// sum is a checksum as it is shown instead of content. Puppet takes it for a
// file kept elsewhere; writing it into the file is never meant.
var sum = lazyre.New(`^\{(md5|sha)[0-9a-z]*\}[0-9a-f]{32,128}$`)

// contentInSync: content is a matter of files. What is a directory or a link,
// or should be one, has none.
func contentInSync(h ral.Hook, is, should value.Value) bool {
	ensure, kind := h.Get("ensure"), h.R.Is("type")
	switch {
	case ensure.IsSym("directory") || ensure.IsSym("link") || ensure.IsAbsent():
		return true
	case ensure.IsSym("present") && !kind.IsAbsent() && kind.Text() != "file":
		return true
	case kept(h, is):
		return true
	}
	is, should = is.Reveal(), should.Reveal()
	if should.Kind() == value.Symbol {
		return sameSum(h.R, is, should.Raw())
	}
	if is.Kind() == value.Symbol {
		return !is.IsAbsent() && is.Raw() == checksum(sumKind(h.R), []byte(should.Text()))
	}
	return is.Equal(should)
}

func contentText(h ral.Hook, v value.Value) string {
	if v.Kind() != value.String {
		return v.Literal()
	}
	return value.Quote(checksum(sumKind(h.R), []byte(v.Raw())))
}
