package model

import (
	"context"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/modules/pluginsync"
)

// SyncPlugins brings the plugins of a Puppet server into the state folder. What
// the options leave empty is the agent's own: the host's full name in small
// letters for the certname, as Puppet has it, and the environment that
// config.yaml names.
func (s *Session) SyncPlugins(ctx context.Context, opt pluginsync.Options) (pluginsync.Result, error) {
	opt.Environment = first(opt.Environment, s.Config.Environment, production)
	if opt.Identity.Name == "" {
		fqdn, err := s.Facts.Fact(ctx, "networking.fqdn")
		if err != nil {
			return pluginsync.Result{}, err
		}
		opt.Identity.Name = strings.ToLower(fqdn.Text())
	}
	state, err := host.OpenState(s.paths.State)
	if err != nil {
		return pluginsync.Result{}, err
	}
	return pluginsync.Sync(ctx, s.Env.Reader(), state, opt)
}

// synced is the folder that SyncPlugins filled, "" when it never did.
func (s *Session) synced(ctx context.Context, rd host.Reader) string {
	dir := host.PeekState(s.paths.State).Generations(pluginsync.Folder).Current()
	if there, _ := rd.Exists(ctx, dir); !there {
		return ""
	}
	return dir
}
