package sysctl

import (
	"context"
	"fmt"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Predict reports the change of the live value, and of other lines of the setting: a
// change sets all its lines in the file, and a removal removes all its lines.
func (p *parser) Predict(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, should value.Value) (ral.Prediction, error) {
	f := ral.Prediction{Note: declared(r, attr)}
	removes := attr == "ensure" && should.IsAbsent()
	changed := attr == "value" && savedDiffers(r, r.Is("value"), should)
	if !removes && !changed || !r.True("persist") {
		return f, nil
	}
	lines, err := p.of(ctx, rd, r)
	if err != nil || len(lines) == 0 {
		return f, nil // the change itself reports the error
	}
	file, err := target(ctx, rd, r, lines)
	if err != nil {
		return f, nil
	}
	for _, other := range lines[:len(lines)-1] {
		switch {
		case removes:
			f.Also = append(f.Also, fmt.Sprintf("removes %s, which sets %s", other.place(), other.value))
		case other.file == file && other.value != text(should):
			f.Also = append(f.Also, fmt.Sprintf("changes %s, which sets %s", other.place(), other.value))
		}
	}
	return f, nil
}

// declared describes the effect of a change on the live value.
func declared(r *ral.Resource, attr string) string {
	should, live := desiredLive(r), r.Is("live")
	if should.IsNil() || attr != "value" && attr != "ensure" || live.IsUnknown() {
		return ""
	}
	switch {
	case attr == "value" && onlyLive(r) && r.True("persist"):
		return "already saved"
	case attr == "value" && onlyLive(r):
		return "not saved"
	case live.IsAbsent():
		return ""
	case liveDiffers(r):
		return fmt.Sprintf("in the kernel from '%s' to '%s'", text(live), text(should))
	case r.Removing():
		return fmt.Sprintf("the kernel keeps '%s'", text(live))
	}
	return "the kernel already has it"
}
