// Package usage reads command lines and describes the errors in them.
//
// Arguments, Group and On read arguments, subcommands and switches. Errorf, Wrap
// and Unknown return errors in a command line, with which ralsh exits with 2.
package usage
