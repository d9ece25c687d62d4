package accounts

import (
	"context"
	"fmt"

	"ralsh/ral/host"
)

// Libuser holds that a tool of libuser is here, for a name that a directory knows:
// the shadow tools refuse to make such a one.
func Libuser(ctx context.Context, rd host.Reader, tool, name string) error {
	if _, err := rd.Find(ctx, tool); err != nil {
		return fmt.Errorf("a directory knows %s already, which %s refuses; %s of libuser, which makes it anyway, is not here",
			name, tool[1:], tool)
	}
	return nil
}
