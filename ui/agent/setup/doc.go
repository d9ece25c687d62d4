// Package setup creates a directory with the configuration of a NATS server, of the agents of
// hosts and of operators: keys, certificates, permissions, and a README with the next
// commands. [Run] can be repeated: it adds new hosts and operators, keeps keys, renews the
// certificate of the server and removes hosts and operators. For this, setup.yaml contains
// names and public keys, so a bundle can be moved to a different place. [Buckets] creates the
// buckets of JetStream on a running server.
//
// Private keys have the mode 0600, in directories of mode 0700, and are never printed.
package setup
