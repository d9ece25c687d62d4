package yumrepo

import (
	"context"
	"fmt"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Predict reports what else is written: a repository that occurs several times
// is removed everywhere and changed in the first file, and a property on
// several lines is set or removed on all of them.
func (sections) Predict(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, should value.Value) (ral.Prediction, error) {
	all, err := repos(ctx, rd)
	at := first(all, r.Name())
	if err != nil || at < 0 {
		return ral.Prediction{}, nil // the change itself reports the error
	}
	if attr == "ensure" && should.IsAbsent() {
		return ral.Prediction{Also: others(all[at:])}, nil
	}
	var also []string
	does := "sets %s:%d too"
	if should.IsAbsent() {
		does = "removes %s:%d too"
	}
	last, _ := all[at].f.Get(r.Name(), key(attr))
	for _, s := range all[at].f.Settings() {
		if s.Section == r.Name() && s.Name == last.Name && s.Line != last.Line {
			also = append(also, fmt.Sprintf(does, all[at].file, s.Line))
		}
	}
	return ral.Prediction{Also: also}, nil
}

// others returns the other sections of the same name, which are removed too.
func others(all []repo) (also []string) {
	for i, one := range all {
		if one.name != all[0].name {
			continue
		}
		for _, s := range one.f.Sections() {
			if s.Name == one.name && (i > 0 || s.Line != one.line) {
				also = append(also, fmt.Sprintf("removes %s:%d, which has the same name", one.file, s.Line))
			}
		}
	}
	return also
}
