// Package remote runs command lines on remote hosts: the flag --on, and hosts.
//
// Run runs a command line on a single host or on many. A single host prints to the
// streams of this process. For many hosts, ReadCommand reads what the command line
// does; a change is planned on all hosts, confirmed once, and applied in batches.
// A Caller calls a command line for other commands, also through the agent of a
// host. A command line for agents that changes a host is a signed order.
package remote
