package model

import (
	"context"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/host/ownfiles"
	"ralsh/ral/modules/pluginsync"
)

// SyncPlugins downloads the plugins of a Puppet server into the state
// directory. Empty options have the defaults of the agent: the certname is the
// host's full name in lower case, as in Puppet, and the environment is that of
// config.yaml.
func (ms *Modules) SyncPlugins(ctx context.Context, opt pluginsync.Options) (pluginsync.Result, error) {
	opt, err := ms.agent(ctx, opt)
	if err != nil {
		return pluginsync.Result{}, err
	}
	state, err := ownfiles.Open(ms.session.OwnFiles.Paths.State)
	if err != nil {
		return pluginsync.Result{}, err
	}
	return pluginsync.Sync(ctx, ms.session.Env.Reader(), state, opt)
}

// agent sets empty options as SyncPlugins does.
func (ms *Modules) agent(ctx context.Context, opt pluginsync.Options) (pluginsync.Options, error) {
	opt.Environment = first(opt.Environment, ms.session.Config.Environment, production)
	if opt.Identity.Name != "" {
		return opt, nil
	}
	fqdn, err := ms.session.Facts.Fact(ctx, "networking.fqdn")
	opt.Identity.Name = strings.ToLower(fqdn.Text())
	return opt, err
}

// synced returns the directory that SyncPlugins filled, or "".
func (ms *Modules) synced(ctx context.Context, rd host.Reader) string {
	dir := ownfiles.Peek(ms.session.OwnFiles.Paths.State).Generations(pluginsync.Dir).Current()
	if there, _ := rd.Exists(ctx, dir); !there {
		return ""
	}
	return dir
}
