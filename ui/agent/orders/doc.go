// Package orders handles orders on a host, in two processes of root. Check is confined and has
// no network: it reads the order from the agent, checks it, records it, and passes it to Run.
// Run accepts input only from Check: it runs ralsh, and continues to the end even if its
// output is not read. Print lists the orders.
//
// Both use streams, lines of package wire, and keep their state only in files: the numbers of
// accepted orders (nonces/NONCE), the orders (orders.jsonl), and orders without a signature of
// a known key (unsigned.jsonl). The third file is separate, so that a flood of unsigned orders
// cannot displace signed orders.
package orders
