// Package wire has the messages of the agent: what an operator asks of hosts, and what they
// answer. The same messages go over NATS, a message each, and between the processes of one
// host, a line of JSON each: the operator's ralsh and `ralsh-agent ask`, the agent and the
// helper that checks orders. Nothing here connects to anything.
package wire
