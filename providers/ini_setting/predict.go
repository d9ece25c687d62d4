package inisetting

import (
	"context"
	"fmt"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/inifile"
	"ralsh/ral/value"
)

// Predict reports other writes: a repeated setting is set or removed on all its lines,
// and a section is removed with its settings. It also reports lines that continue the old
// value, because they stay.
func (e *settings) Predict(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, should value.Value) (ral.Prediction, error) {
	removes := attr == "ensure" && should.IsAbsent()
	file, section, setting := r.Get("path").Text(), r.Get("section").Text(), r.Get("setting")
	f, err := e.cache.Load(ctx, rd, dialect(r), file)
	if err != nil || !removes && attr != "value" {
		return ral.Prediction{}, nil // the change itself reports the error
	}
	last, _ := f.Get(section, setting.Text())
	all := f.All(section, setting.Text())
	if setting.IsNil() {
		all = f.In(section)
	}
	var also []string
	for _, s := range all {
		if !setting.IsNil() && (removes || s.Value != should.Reveal().Text()) {
			also = append(also, trailing(file, f, s)...)
		}
		switch {
		case s.Line == last.Line:
		case setting.IsNil():
			also = append(also, fmt.Sprintf("removes %s:%d, which sets %s", file, s.Line, s.Name))
		case s.Name == last.Name && removes:
			also = append(also, fmt.Sprintf("removes %s:%d, which sets the same setting", file, s.Line))
		case s.Name == last.Name && s.Value != should.Reveal().Text():
			also = append(also, fmt.Sprintf("changes %s:%d", file, s.Line))
		}
	}
	return ral.Prediction{Also: also}, nil
}

// trailing returns a note about the lines that continue a value for other programs.
func trailing(file string, f *inifile.File, s inifile.Setting) []string {
	lines := f.Trailing(s)
	if len(lines) == 0 {
		return nil
	}
	place := fmt.Sprintf("%s:%d", file, lines[0])
	if last := lines[len(lines)-1]; last != lines[0] {
		place += fmt.Sprintf("-%d", last)
	}
	return []string{"keeps " + place + ", which other programs may read as part of the value above"}
}
