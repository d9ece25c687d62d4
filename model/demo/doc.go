// Package demo creates the sample host of the command "ralsh demo".
//
// Make writes the embedded files to a new directory with mode 0700, below
// TMPDIR or /tmp, and returns it as a Host. Host.Command returns a command line
// that works on this directory, with a separate basket and journal;
// Host.Remove deletes it. Users can break and repair the sample host without root and
// without risk.
package demo
