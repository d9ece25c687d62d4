package mailalias

import (
	"context"
	"strings"
	"sync"

	"ralsh/providers/internal/accounts"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/parsedfile"
)

// table is the behaviour. It adds a finding for each unknown recipient.
type table struct {
	*parsedfile.Behaviour
	accounts accounts.Reader

	mu    sync.Mutex
	file  *parsedfile.File
	lower map[string]bool // the aliases of the file
}

// List yields the aliases with their findings.
func (t *table) List(ctx context.Context, in *ral.Listing) error {
	find := t.unknown(ctx, in.Reader)
	return t.Behaviour.List(ctx, in.To(func(inst *ral.Instance) {
		find(inst)
		in.Yield(inst)
	}))
}

// Retrieve reads an alias with its findings.
func (t *table) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	inst, err := t.Behaviour.Retrieve(ctx, rd, r)
	if err == nil {
		t.unknown(ctx, rd)(inst)
	}
	return inst, err
}

// unknown returns a function that adds a finding for each recipient of an alias that is
// neither an account in /etc/passwd nor an alias in the same file. It adds no findings if
// accounts cannot be read. It reads both files only if they are needed.
func (t *table) unknown(ctx context.Context, rd host.Reader) func(*ral.Instance) {
	passwd := sync.OnceValues(func() (*accounts.Table[accounts.Passwd], error) { return t.accounts.Passwd(ctx, rd) })
	return func(inst *ral.Instance) {
		for _, r := range inst.Get("recipient").Items() {
			name := r.Text()
			if !isAccount(name) || strings.Contains(name, "+") {
				continue
			}
			all, err := passwd()
			if err != nil {
				return
			}
			if _, known := all.Get(name); known {
				continue
			}
			if !t.isAlias(ctx, rd, inst.Get("target").Text(), name) {
				inst.ProviderFindings = append(inst.ProviderFindings,
					"the recipient "+name+" is neither an account in "+accounts.PasswdFile+" nor an alias")
			}
		}
	}
}

// isAlias reports whether a file contains an alias, ignoring case (aliases(5)).
func (t *table) isAlias(ctx context.Context, rd host.Reader, path, name string) bool {
	file, err := t.Load(ctx, rd, path)
	if err != nil {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.file != file {
		t.file, t.lower = file, make(map[string]bool, len(file.Lines()))
		for _, line := range file.Lines() {
			t.lower[strings.ToLower(line.Record.Text("name"))] = true
		}
	}
	return t.lower[strings.ToLower(name)]
}
