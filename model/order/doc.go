// Package order implements signed orders: a document that only an operator can have created.
// Encode and Parse define its form, Sign and Verify use signatures of ssh-keygen(1), and For
// selects the part of a host. This package runs no orders.
package order
