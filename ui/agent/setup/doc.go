// Package setup makes the configuration of a NATS server, of the agents of hosts and of
// operators, in one directory: keys, certificates, who may do what, and a README with the
// commands that come next. [Run] can be repeated: it adds what is new, keeps keys, renews the
// certificate of the server and takes out who is to go. setup.yaml in the directory has what
// it needs for that, which are names and public keys: a bundle can be moved away. [Buckets]
// makes the buckets of JetStream at a server that runs.
//
// Private keys are written with mode 0600 below directories of mode 0700, and never printed.
package setup
