// Package serve is the agent of a host: over NATS it answers which filters mean the host,
// runs looks, and passes orders to the helper of root that checks them. It trusts no
// sender: what may be looked at ralsh itself decides (its flag --looks), and what
// may be changed the helper.
package serve
