// Package orders is what a host does with an order, in two processes of root. Check has no
// network and is confined: it reads the order from the agent, checks it, notes it, and hands
// it on. Run has no way in but from Check: it runs ralsh, and goes on to its end if nothing
// listens any more. Print shows what was ordered.
//
// Both take streams, lines of package wire, and have no state but files: the numbers of orders
// that were taken (nonces/NONCE), what was ordered (orders.jsonl), and what was not signed by
// a known key (unsigned.jsonl), apart, so that a flood of those cannot push out the others.
package orders
