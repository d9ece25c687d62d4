// Package wire defines the messages of the agent: requests of operators and answers of hosts.
// The messages use NATS between hosts, and lines of JSON between processes of a host: ralsh
// and `ralsh-agent ask`, the agent and the helper that checks orders. This package opens no
// connections.
package wire
