//go:build linux

package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/nats-io/nats.go"

	"ralsh/ral/host"
	"ralsh/ral/host/ownfiles"
	"ralsh/ui/agent/connect"
	"ralsh/ui/agent/settings"
)

// connectOperator connects with the settings of the operator who runs this program.
func connectOperator(ctx context.Context) (settings.Operator, *nats.Conn, error) {
	config := filepath.Dir(ownfiles.PathsOf(host.Machine().Reader().UID(), os.Getenv).Config)
	s, err := settings.ReadOperator(settings.OperatorFile(config), os.Getenv("HOME"))
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w: copy operators/NAME/* from the directory of `ralsh-agent setup` to %s (docs/fleet.md)", err, config)
	}
	if err != nil {
		return s, nil, err
	}
	conn, err := connect.Operator(ctx, s.Connection, say)
	return s, conn, err
}
