// Package puppet holds the table of the commands and options of Puppet and Facter.
//
// Terms is the table. AddFlags makes its accepted flags hidden flags of ralsh's
// commands, RejectedCommands and RejectedFlag name the replacement of the other
// terms, and Print prints the table. docs/from-puppet.md is generated from it.
package puppet
