package file

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"unicode/utf8"

	"ralsh/providers/filebucket"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// shownContent is the maximum size in bytes of content that is shown; larger
// content is shown as a checksum.
const shownContent = host.LargeFile

func contentProperty() *ral.Attribute {
	return &ral.Attribute{
		Name: "content", Kind: ral.Property, Example: "welcome",
		Doc: "The content of the file, byte for byte. ralsh shows a checksum instead of content that is above 1 MiB or has a NUL byte. " +
			"If the desired value is a checksum, ralsh compares it with the checksum of the file. It writes a checksum only if it is a SHA-256 and the `filebucket` has its content.",
		MungeFn: func(_ ral.Hook, v value.Value) (value.Value, error) {
			if v.Kind() == value.Symbol {
				return v, nil // checksum of a source
			}
			return value.Str(v.Text()), nil
		},
		InSyncFn: contentInSync,
		Hooks:    contentHooks{},
		Text: ral.Text{
			Multiline:  true,
			IsText:     func(h ral.Hook, is value.Value) string { return contentText(h, is) },
			ShouldText: func(h ral.Hook, should value.Value) string { return contentText(h, should) },
			ChangeFn: func(h ral.Hook, is, should value.Value) string {
				if is.IsAbsent() {
					return "defined content as " + contentText(h, should)
				}
				return fmt.Sprintf("content changed %s to %s", contentText(h, is), contentText(h, should))
			},
		},
	}
}

// sum matches a checksum that is displayed instead of content. Puppet reads it
// as a reference to stored content; writing it into the file is never
// intended.
var sum = lazyre.New(`^\{(sha256|sha256lite|md5|md5lite|sha1|sha1lite|sha512|sha384|sha224)\}[0-9a-f]{32,128}$`)

// sumKind returns the kind of checksum in a text, "" for other texts.
func sumKind(text string) string {
	if !strings.HasPrefix(text, "{") {
		return ""
	}
	if m := sum.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

// likeSum matches a text that Puppet reads as a checksum: a line begins like a
// checksum.
var likeSum = lazyre.New(`(?m)^\{\w{3,10}\}\S`)

// written returns the desired content of a file. A SHA-256 is replaced by the
// content in the filebucket of the resource. Like Puppet, written rejects
// other checksums, and text in their form.
func written(ctx context.Context, rd host.Reader, r *ral.Resource, should value.Value) ([]byte, error) {
	text := should.Reveal().Text()
	switch {
	case !likeSum.MatchString(text):
		return []byte(text), nil
	case strings.Contains(text, "\n"):
		return nil, errors.New("a line of the content begins like a checksum, for example {md5}: Puppet reads this content as a checksum")
	case !sum.MatchString(text):
		return nil, errors.New(text + " begins like a checksum but is not a valid checksum")
	}
	if digits, ok := strings.CutPrefix(text, "{sha256}"); ok {
		_, name := backup(r)
		bucket := filebucket.PathOf(rd, r.Peer("filebucket", name))
		switch data, err := filebucket.Fetch(ctx, rd, bucket, digits); {
		case err == nil:
			return data, nil
		case !errors.Is(err, fs.ErrNotExist):
			return nil, err
		}
	}
	return nil, errors.New(text + " is a checksum, and its content is not in the filebucket")
}

// contentInSync ignores the content of directories and links, current and
// desired.
func contentInSync(h ral.Hook, is, should value.Value) bool {
	ensure := h.Get("ensure")
	if ensure.IsSym("directory") || ensure.IsSym("link") || ensure.IsAbsent() || (contentHooks{}).SkipReason(h) != "" || kept(h, is) {
		return true
	}
	is, should = is.Reveal(), should.Reveal()
	if should.Kind() == value.Symbol {
		return sameSum(h.R, is, should.Raw())
	}
	if kind := sumKind(should.Text()); kind != "" {
		return !is.IsAbsent() && (is.Raw() == should.Text() || is.Kind() == value.String && checksum(kind, []byte(is.Raw())) == should.Text())
	}
	if is.Kind() == value.Symbol {
		return !is.IsAbsent() && is.Raw() == checksum(desiredSum(h.R), []byte(should.Text()))
	}
	return is.Equal(should)
}

type contentHooks struct{}

// Undeclarable replaces content that a document cannot hold by its checksum.
func (contentHooks) Undeclarable(_ *ral.Instance, is value.Value) (instead value.Value, _ string) {
	switch {
	case is.Kind() == value.Symbol && !is.IsAbsent():
		return is, ""
	case is.Kind() == value.String && !utf8.ValidString(is.Raw()):
		return value.Sym(checksum("sha256", []byte(is.Raw()))), ""
	}
	return value.Value{}, ""
}

// SkipReason warns, like Puppet, that ensure => present accepts a path of a
// different kind, which keeps its content.
func (contentHooks) SkipReason(h ral.Hook) string {
	kind := h.R.Is("type")
	if !h.Get("ensure").IsSym("present") || kind.IsAbsent() || kind.Text() == "file" {
		return ""
	}
	return "content is not written: ensure => present keeps the existing " + kind.Text()
}

// contentText returns the checksum of content. It hides the checksum of a
// secret, because the checksum would identify a short secret.
func contentText(h ral.Hook, v value.Value) string {
	if h.R.IsSecret("content") && !v.IsAbsent() {
		return value.Redacted
	}
	if v.Kind() != value.String {
		return v.Literal()
	}
	if sum.MatchString(v.Raw()) {
		return value.Quote(v.Raw())
	}
	return value.Quote(checksum(desiredSum(h.R), []byte(v.Raw())))
}
