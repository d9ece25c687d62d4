// Package order has signed orders: what an operator wants of hosts, as a document that only
// they can have made. Encode and Parse are its form, Sign and Verify its signature, which is
// ssh-keygen(1)'s, and For is what one host takes of it. Nothing here runs an order.
package order
