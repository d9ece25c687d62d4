// Package pluginsync downloads the plugins of a Puppet server.
//
// Like the agent's pluginsync, Sync downloads the mounts pluginfacts and plugins by
// Puppet's HTTP protocol (version 3) with the agent's certificates (Identity). The
// Result lists each Change to the local tree. This package uses net/http and not the
// network functions of package host.
//
// Sync writes a new tree with ownfiles.Generations next to the old tree, and replaces the
// old tree only when every file is complete and every checksum is correct. After an
// error the old tree is intact. Sync does not fetch unchanged files, and fetches at most
// four files concurrently. The tree is replaced under a lock, so two syncs cannot
// interfere.
package pluginsync
