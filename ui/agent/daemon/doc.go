// Package daemon is the agent of a host: over NATS it answers filters, runs read-only commands,
// and passes orders to the helper of root that checks them. It trusts no sender: ralsh decides
// which commands are read-only (its flag --looks), and the helper decides which orders to
// accept.
package daemon
