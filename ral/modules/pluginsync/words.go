package pluginsync

import (
	"fmt"

	"ralsh/ral/host"
)

// unread returns the error of a file that cannot be read.
func unread(what, file string, err error) error {
	return fmt.Errorf("cannot read %s %s: %w", what, file, host.Cause(err))
}
