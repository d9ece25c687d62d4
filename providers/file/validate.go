package file

import (
	"encoding/hex"
	"errors"
	"fmt"

	"ralsh/ral"
	"ralsh/ral/value"
)

// validate checks across attributes (semantics.md section 8).
func validate(r *ral.Resource) error {
	makers := 0
	for _, name := range []string{"content", "source", "target"} {
		if r.Has(name) {
			makers++
		}
	}
	kind := r.Get("checksum").Text()
	switch {
	case makers > 1:
		return errors.New("You cannot specify more than one of content, source, target")
	case r.Get("recurse").IsSym("remote") && !r.Has("source"):
		return errors.New("You cannot specify a remote recursion without a source")
	case r.Has("source") && kind == "none":
		return errors.New("You cannot specify source when using checksum 'none'")
	case r.Has("content") && (kind == "none" || isTime(kind)):
		return fmt.Errorf("You cannot specify content when using checksum '%s'", kind)
	case r.Has("checksum_value"):
		return validSum(r, kind)
	}
	return nil
}

// validSum checks that a checksum is valid for its kind, and matches the
// content.
func validSum(r *ral.Resource, kind string) error {
	want := r.Get("checksum_value").Text()
	if isTime(kind) || kind == "none" {
		return fmt.Errorf("checksum_value cannot be combined with checksum '%s'", kind)
	}
	raw, err := hex.DecodeString(want)
	if zero := checksum(kind, nil); err != nil || len(want) != len(zero)-len(kind)-2 || hex.EncodeToString(raw) != want {
		return fmt.Errorf("Checksum value '%s' is not a valid checksum type %s", want, kind)
	}
	content := r.Get("content")
	if content.Kind() != value.String {
		return nil
	}
	if got := checksum(kind, []byte(content.Text())); got != "{"+kind+"}"+want {
		return fmt.Errorf("File written to disk did not match desired checksum; discarding changes (%s vs {%s}%s)", got, kind, want)
	}
	return nil
}
