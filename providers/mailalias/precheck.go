package mailalias

import (
	"context"
	"strings"
	"sync"

	"ralsh/providers/internal/accounts"
	"ralsh/ral"
	"ralsh/ral/host"
)

// unknown tells of an alias which of its recipients is nobody: no account of
// /etc/passwd and no other alias. Where accounts cannot be read it says nothing.
// They are read when there is a recipient that could be one.
func unknown(ctx context.Context, rd host.Reader) func(*ral.Instance, func(string) bool) []string {
	passwd := sync.OnceValues(func() (*accounts.Table[accounts.Passwd], error) { return new(accounts.Reader).Passwd(ctx, rd) })
	// The case of an alias is of no matter (aliases(5)).
	return func(inst *ral.Instance, isAlias func(string) bool) []string {
		var odd []string
		for _, r := range inst.Get("recipient").Items() {
			name := r.Text()
			if !isAccount(name) || strings.Contains(name, "+") || isAlias(name) {
				continue
			}
			all, err := passwd()
			if err != nil {
				return nil
			}
			if _, known := all.Get(name); !known {
				odd = append(odd, "its mail goes to "+name+", who is no account in "+accounts.PasswdFile+" and no alias")
			}
		}
		return odd
	}
}
