// Package pluginsync downloads the plugins of a Puppet server.
//
// Sync does what the agent's pluginsync does: it fetches the mounts pluginfacts
// and plugins by Puppet's HTTP protocol (version 3) with the agent's
// certificates (Identity). The Result lists each Change to the local tree. This
// package uses net/http itself and not the network functions of package host.
//
// The tree is written with host.Generations: Sync creates a new tree next to
// the old one and replaces the old one only when every file is complete and
// every checksum is correct. After an error the old tree is intact. Unchanged
// files are not fetched again, and at most four files are fetched concurrently.
// The tree is replaced under a lock, so two syncs cannot interfere.
package pluginsync
