// Package augeas implements the type augeas: changes to configuration files,
// made in the tree that Augeas parses from them.
//
// The only provider, augtool, runs augtool(1) with a script on standard input.
// Function script turns the changes of a resource into commands with full paths
// and quoted words; condition is the parsed parameter onlyif. The syntax of
// both is that of Puppet's augeas_core.
//
// Reading is a dry run: the script sets /augeas/save to noop before it loads
// any file, makes the changes, and asks which files Augeas would write. The
// resource is in sync if there are none and force is not set, or if onlyif does
// not hold. Paths that could reach the /augeas tree are rejected, because
// a change there could disable noop. Without lens and incl, every run of
// augtool loads all files that Augeas knows, which is slow.
package augeas
