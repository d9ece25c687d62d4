package accounts

import (
	"context"
	"fmt"

	"ralsh/ral/host"
)

// Libuser returns an error if a tool of libuser is not installed. A name that a
// directory has needs it, because the shadow tools reject that name.
func Libuser(ctx context.Context, rd host.Reader, tool, name string) error {
	if _, err := rd.Find(ctx, tool); err != nil {
		return fmt.Errorf("cannot create %s: a directory service has the name, so %s rejects it, and the command %s is not installed (package libuser)",
			name, tool[1:], tool)
	}
	return nil
}
