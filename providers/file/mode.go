package file

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

var (
	octal    = lazyre.New(`^0?[0-7]{1,4}$`)
	symbolic = lazyre.New(`^([ugoa]*[-=+][-=+rstwxXugo]*)(,[ugoa]*[-=+][-=+rstwxXugo]*)*$`)
)

func modeProperty() *ral.Attribute {
	return &ral.Attribute{
		Name: "mode", Kind: ral.Property, Example: "0644", Sync: ral.Sync{Needs: "content"},
		Doc: "The permissions: octal (`0644`, `4755`), or symbolic like chmod(1) (`u=rw,go=r`, `a+x`), relative to the current mode. " +
			"For a directory, an octal mode with read permission also sets search permission. A link has no mode.",
		ValidateFn: func(_ ral.Hook, v value.Value) error {
			if v.Kind() != value.String {
				return fmt.Errorf("The file mode specification must be a string, not '%s'", strings.ToUpper(v.Kind().String()[:1])+v.Kind().String()[1:])
			}
			if !octal.MatchString(v.Text()) && !symbolic.MatchString(v.Text()) {
				return errors.New("The file mode specification is invalid: " + v.Inspect())
			}
			_, err := desiredMode(v.Text(), newFile, false)
			return err
		},
		MungeFn: func(_ ral.Hook, v value.Value) (value.Value, error) {
			if !octal.MatchString(v.Text()) {
				return v, nil
			}
			n, err := strconv.ParseUint(v.Text(), 8, 32)
			return value.Str(fmt.Sprintf("%04o", n)), err
		},
		InSyncFn: func(h ral.Hook, is, should value.Value) bool {
			return kindFor(h.R) == "link" || is.Text() == modeAfter(h, is, should)
		},
		Hooks: modeHooks{},
		Text: ral.Text{
			ShouldText: func(h ral.Hook, should value.Value) string {
				return value.Quote(modeAfter(h, h.R.Is("mode"), should))
			},
			ChangeFn: func(h ral.Hook, is, should value.Value) string {
				text := fmt.Sprintf("mode changed %s to '%s'", is.Literal(), modeAfter(h, is, should))
				if !octal.MatchString(should.Text()) {
					text += " (" + should.Text() + ")"
				}
				return text
			},
		},
	}
}

type modeHooks struct{}

// SkipReason returns that the mode of a declared link is not set. For links
// below a directory and copied links, it returns no reason.
func (modeHooks) SkipReason(h ral.Hook) string {
	if h.Get("ensure").IsSym("link") && h.Get("source").IsNil() {
		return "mode has no effect on a link"
	}
	return ""
}

// modeAfter returns the mode that results from applying should to the mode is.
func modeAfter(h ral.Hook, is, should value.Value) string {
	directory := kindFor(h.R) == "directory"
	current, err := strconv.ParseUint(is.Text(), 8, 32)
	switch {
	case is.IsAbsent() && directory:
		current = newDirectory
	case is.IsAbsent():
		current = newFile
	case err != nil:
		return should.Text()
	}
	mode, err := desiredMode(should.Text(), uint32(current), directory)
	if err != nil {
		return should.Text()
	}
	return fmt.Sprintf("%04o", mode)
}

// The default modes of new files and directories.
const (
	newFile      = 0o644
	newDirectory = 0o755
)

// kindFor returns the desired kind of the path, or else its current kind,
// which is unknown right after a creation.
func kindFor(r *ral.Resource) string {
	if ensure := r.Get("ensure"); !ensure.IsNil() && !ensure.IsSym("present") {
		return ensure.Text()
	}
	return r.Is("type").Text()
}

// desiredMode applies a specification to the current mode.
func desiredMode(spec string, current uint32, directory bool) (uint32, error) {
	if !octal.MatchString(spec) {
		return symbolicMode(spec, current, directory)
	}
	n, err := strconv.ParseUint(spec, 8, 32)
	mode := uint32(n)
	if directory {
		mode |= mode & 0o444 >> 2
	}
	return mode, err
}
