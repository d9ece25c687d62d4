// Package dpkgdb reads the database of dpkg(1): the status file, with the changes that dpkg
// has not merged into it, and apt's marks of automatically installed packages.
//
// A DB caches the parsed files until they change, and reads and lists packages for the
// providers dpkg and apt. It writes nothing.
package dpkgdb
