// Package confined runs code of modules in processes that the kernel confines (package sandbox).
//
// A Worker sees the host of a Reader: this machine, or in a plan also the recorded acts. It
// changes an overlay of the files; Commit writes these changes through a Writer, so that they
// are planned, recorded and journaled like the acts of a provider.
package confined
