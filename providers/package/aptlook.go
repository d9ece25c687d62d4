package pkg

import (
	"context"
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// InSync answers for latest and for ranges of versions.
func (a *apt) InSync(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, is, should value.Value) (insync, known bool, err error) {
	if attr != "ensure" || !installed(is) || is.IsUnknown() {
		return false, false, nil
	}
	if should.IsSym("latest") {
		latest, err := a.latest(ctx, rd, r.Name())
		return err == nil && is.Text() == latest, true, err
	}
	if text := should.Text(); isRange(text) {
		b, err := parseRange(text)
		return err == nil && b.holds(is.Text()), true, err
	}
	return false, false, nil
}

func (a *apt) latest(ctx context.Context, rd host.Reader, name string) (string, error) {
	if err := debianName(name); err != nil {
		return "", err
	}
	a.mu.Lock()
	version, asked := a.candidate[name]
	a.mu.Unlock()
	if !asked {
		known, err := a.candidates(ctx, rd, name)
		if err != nil {
			return "", err
		}
		version = known[name]
	}
	if version == "" || version == "(none)" {
		return "", fmt.Errorf("apt-cache policy names no candidate of %s", name)
	}
	return version, nil
}

// candidates asks apt-cache which versions it would install, and keeps them for
// the run.
func (a *apt) candidates(ctx context.Context, rd host.Reader, names ...string) (map[string]string, error) {
	out, err := a.query(ctx, rd, aptCache, append([]string{"policy"}, names...)...)
	if err != nil {
		return nil, err
	}
	known := parsePolicy(out)
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.candidate == nil {
		a.candidate = make(map[string]string)
	}
	for _, name := range names {
		a.candidate[name] = known[name]
	}
	return known, nil
}

// parsePolicy reads the candidates from what apt-cache policy prints: a name at
// the margin, its facts below.
func parsePolicy(out string) map[string]string {
	known := make(map[string]string)
	name := ""
	for line := range strings.Lines(out) {
		line = strings.TrimRight(line, "\n")
		if line != "" && line[0] != ' ' {
			name = strings.TrimSuffix(line, ":")
			continue
		}
		if version, ok := strings.CutPrefix(strings.TrimSpace(line), "Candidate:"); ok && known[name] == "" {
			known[name] = strings.TrimSpace(version)
		}
	}
	return known
}
