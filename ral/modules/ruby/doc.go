// Package ruby adds types and providers of Puppet modules, which are in Ruby, to a
// registry. Their code runs with Puppet's library.
//
// A Bridge has a worker: a process of Ruby with Puppet, confined by the kernel (package
// sandbox). Describe requests the description of a type and stores it in the state
// directory, so that types are listed without Ruby. Type converts a description to a type
// of package ral with its providers, whose functions send requests to the worker: validate and munge, defaults, relations, confines, instances, changes.
//
// Each provider in each run has a separate process, forked from a process that has
// loaded the types. The state of the code ends with the process. Commands of the code
// become requests to ralsh and go through package host: a plan records them. Files that
// the code writes go into an overlay, and from there through the same Writer.
package ruby
