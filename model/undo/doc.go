// Package undo plans the undo of an earlier run.
//
// [Host.Undo] restores each path that is still as the run left it, byte for byte, and declares
// the inverse of the other changes. The result is a plan like any other, with the changes that
// it does not undo. [Blockers] finds, before a run, the changes that its undo could not revert.
package undo
