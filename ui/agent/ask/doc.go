// Package ask is the side of an operator: it asks the agents of hosts over NATS for ralsh,
// which has the other end of a pair of pipes. It puts what hosts answer in order, and finds
// out what became of those that do not: a host that is not connected, does not begin, falls
// silent, or leaves something out is named with the reason.
package ask
