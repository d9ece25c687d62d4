// Package augeas implements the type augeas: changes to configuration files,
// made in the tree that Augeas parses from them.
//
// The only provider, augtool, runs augtool(1) with a script on standard input.
// Function script turns the changes of a resource into commands with full paths
// and quoted words; condition is the parsed parameter onlyif. The syntax of
// both is that of Puppet's augeas_core.
//
// augtool never writes a file of the host, because its dry run makes a file beside the
// managed one. It gets private copies, makes the changes there and saves; ralsh compares
// the copies and writes the files that differ. The resource is in sync if there are none
// and force is not set, or if onlyif does not hold. Paths that could reach the /augeas
// tree are rejected. The paths of the changes say which files are copied. If they have
// patterns for names of files, augtool first loads all files that Augeas knows, which is
// slow.
package augeas
