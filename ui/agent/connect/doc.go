// Package connect connects to a NATS server as [settings.Connection] says. [Agent] is for the
// agent of a host: it returns before there is a connection, and makes it again for ever.
// [Operator] is for one command: it returns a connection, or in few words why there is none.
// Both are always encrypted, check the name of the server, go to the servers of the settings
// only, and read the private key anew for each connection. An idle one costs some 100 KB and
// a message a minute.
package connect
