package sysctl

import (
	"context"
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Predict reports the change of the live value, and of other lines of the setting: a
// change sets all its lines in the file, and a removal removes all its lines.
func (p *parser) Predict(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, should value.Value) (ral.Prediction, error) {
	f := ral.Prediction{Note: told(r, attr)}
	removes := attr == "ensure" && should.IsAbsent()
	if !removes && attr != "value" || !r.True("persist") {
		return f, nil
	}
	lines, err := p.files.of(ctx, rd, r)
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

// told describes the effect of a change on the live value.
func told(r *ral.Resource, attr string) string {
	should, live := wantedLive(r), r.Is("live")
	if should.IsNil() || attr != "value" && attr != "ensure" || live.IsUnknown() {
		return ""
	}
	var parts []string
	if attr == "value" && !savedDiffers(r, r.Is("value"), r.Get("value")) && r.True("persist") {
		parts = append(parts, "saved as it should be")
	}
	switch {
	case live.IsAbsent():
	case liveDiffers(r):
		parts = append(parts, fmt.Sprintf("the kernel's from '%s' to '%s'", text(live), text(should)))
	default:
		parts = append(parts, "the kernel has it already")
	}
	return strings.Join(parts, ", ")
}
