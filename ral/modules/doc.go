// Package modules loads modules and adds what they define to a registry.
//
// A modulepath is an ordered list of directories that contain modules. Load
// scans it, loads the Starlark files with package star, and returns an
// Environment: the Modules, each with its Plugins, and a Registry of their
// types and providers on top of the built-in ones. Check reports Diagnostics
// about one module, and New writes the skeleton of a module.
//
// If two modules have a file of the same path, the first one wins. A plugin
// that fails keeps its error in Plugin.Err; only plugins that need it fail with
// it. Plugins in Ruby, the Puppet language or Augeas are listed but never run.
//
// An Environment is immutable and safe for concurrent use. Environments are
// independent, so one process can hold two versions of a type.
package modules
