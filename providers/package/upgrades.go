package pkg

import (
	"context"
	"sync"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// upgrades is what a package manager would bring in a newer version, by its own
// rules. It is asked once for all packages.
type upgrades struct {
	ask func(ctx context.Context, rd host.Reader, command string) (map[string]string, error)

	mu    sync.Mutex
	known map[string]map[string]string // by command and name
}

// of is the newer version of a package, false when what is there is the latest.
func (u *upgrades) of(ctx context.Context, rd host.Reader, command, name string) (string, bool, error) {
	u.mu.Lock()
	known, ok := u.known[command]
	u.mu.Unlock()
	if !ok {
		var err error
		if known, err = u.ask(ctx, rd, command); err != nil {
			return "", false, err
		}
		u.mu.Lock()
		defer u.mu.Unlock()
		if u.known == nil {
			u.known = make(map[string]map[string]string)
		}
		u.known[command] = known
	}
	version, newer := known[name]
	return version, newer, nil
}

func (u *upgrades) forget() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.known = nil
}

// unpredicted says of a change only that it was computed: the tool has no dry run
// that looks and does nothing else.
type unpredicted struct{}

// Predict knows nothing of the tool.
func (unpredicted) Predict(_ context.Context, _ host.Reader, _ *ral.Resource, _ string, _ value.Value) (ral.Prediction, error) {
	return ral.Prediction{Certainty: ral.Computed}, nil
}
