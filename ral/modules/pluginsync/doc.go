// Package pluginsync brings the plugins of a Puppet server to this machine, as
// the agent's pluginsync does: the mounts pluginfacts and plugins, by Puppet's
// HTTP protocol (version 3), with the agent's certificates.
//
// It is the one package that speaks to a network. What it writes goes through
// host.Generations: a new tree is made beside the old one, and takes its place
// once all of it is there and every hash was right.
package pluginsync
