// Package connect connects to the NATS server of a [settings.Connection]. [Agent] is for the
// agent of a host: it returns before the connection exists, and reconnects forever. [Operator]
// is for a single command: it returns a connection, or a short reason. Both always use TLS,
// check the name of the server, connect only to the servers of the settings, and read the
// private key for each connection. An idle connection costs about 100 KB and a message per
// minute.
package connect
