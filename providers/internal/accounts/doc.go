// Package accounts reads the user and group databases of a host, and runs the
// tools that change them.
//
// A Reader reads /etc/passwd, /etc/group, /etc/shadow and /etc/login.defs into
// a Table, Groups or LoginDefs. NSS queries the other sources of nsswitch.conf
// with getent(1). A Database combines both to find accounts by number and to
// report conflicts before a plan is applied. Tool and Run are for the shadow
// tools, which need an option for a root directory. CheckName and NewName
// validate names.
//
// A Reader reads a file on every call, so that it sees the changes of a tool,
// and parses it again only if its bytes changed. A Table stores the file and
// the positions of its entries, and parses an entry when it is used, to stay
// small with 100,000 accounts. Of a repeated name the first line counts, as
// for getpwnam(3). A malformed line is a LineError; the error for a line in
// /etc/shadow never contains a field, because the field may be a password
// hash. NSS looks up a name once, and only on the running system.
//
// Reader and NSS are safe for concurrent use, and their zero values are ready.
package accounts
