// Package access has what a hook may do on a host: self.fs, self.cmd, self.http, self.env,
// self.fact and self.root.
//
// An Access reads, and changes if it was made with a writer. A change in a hook that may
// only read is a WriteError. After the call of its hook it is unusable.
package access
