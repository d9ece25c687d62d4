package yumrepo

import (
	"context"
	"fmt"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Predict reports other writes: a repeated repository is removed everywhere and changed
// in the first file, and a repeated property is set or removed on all its lines.
func (s *sections) Predict(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, should value.Value) (ral.Prediction, error) {
	if !r.Found.Present() {
		return ral.Prediction{}, nil
	}
	named, err := s.Named(ctx, rd, r.Name())
	if err != nil || len(named) == 0 {
		return ral.Prediction{}, nil // the change itself reports the error
	}
	if attr == "ensure" && should.IsAbsent() {
		return ral.Prediction{Also: others(named)}, nil
	}
	first := named[0]
	var also []string
	does := "changes %s:%d"
	if should.IsAbsent() {
		does = "removes %s:%d"
	}
	lines := first.f.All(r.Name(), key(attr))
	for _, line := range lines[:max(0, len(lines)-1)] {
		also = append(also, fmt.Sprintf(does, first.file, line.Line))
	}
	return ral.Prediction{Also: also}, nil
}

// others returns the other sections with the same name, which a removal also removes.
func others(named []repo) (also []string) {
	for i, one := range named {
		lines := one.again
		if i > 0 {
			lines = append([]int{one.line}, lines...)
		}
		for _, line := range lines {
			also = append(also, fmt.Sprintf("removes %s:%d, which has the same name", one.file, line))
		}
	}
	return also
}
