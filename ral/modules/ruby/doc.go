// Package ruby brings types and providers of Puppet modules, which are in Ruby, into a
// registry. Their own code runs, with Puppet's own library.
//
// A Bridge has a worker: a process of Ruby with Puppet, confined by the kernel
// (package sandbox). Describe asks it what a type is and keeps the answer in the state
// directory, so that types are listed without Ruby. NewType and the providers in it
// make structs of package ral of a description, whose functions ask the worker:
// validate and munge, defaults, relations, confines, instances, changes.
//
// Each provider in each run has a process of its own, forked from a process that
// has loaded the types, and forgets with it whatever the code keeps. Commands that the
// code wants to run are asked for, and go through package host: a plan records them.
// What the code writes to files goes into an overlay, and from there through the
// same Writer.
package ruby
