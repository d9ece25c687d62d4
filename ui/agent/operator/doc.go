// Package operator is the operator's side: it connects ralsh, which uses it through a pair of
// pipes, to the agents of hosts over NATS. It restores the order of the answers, and reports
// the reason for each host that fails: not connected, not started, silent, or incomplete.
package operator
