// Package undeclared finds the current values of the properties that a declaration omits.
//
// Some tools write a resource from its declaration alone, for example iptables(8), and lose
// every value that is not declared. [Complete] adds these values to declarations.
package undeclared
