// Package augeas implements the type augeas: changes of configuration files in the trees
// that Augeas parses from them.
//
// The only provider, augtool, runs augtool(1) with a script on standard input. Function
// script converts the changes of a resource to commands with full paths and quoted words;
// condition is the parsed parameter onlyif. The syntax of both is the syntax of Puppet's
// augeas_core.
//
// augtool never writes a file of the host, because its dry run creates a file next to the
// managed file. It gets private copies, makes the changes there and saves. ralsh compares
// the copies and writes the files that differ. The resource is in sync if the files are
// equal and force is not set, or if onlyif is false. Paths that could reach the /augeas
// tree are rejected. The paths of the changes determine the files to copy. If they
// contain patterns for file names, augtool first loads all files that Augeas supports,
// which is slow.
package augeas
