// Package modules loads modules and adds their definitions to a registry.
//
// A modulepath is an ordered list of directories that contain modules. Load scans it,
// loads the Starlark files with package star, and returns an Environment: the Modules,
// each with its Plugins, and a Registry of their types and providers on top of the
// built-in types. Check reports Diagnostics about a module, and New writes the skeleton
// of a module.
//
// If two modules have a file of the same path, the first wins. A plugin that fails
// records its error in Plugin.Err; only plugins that need it fail with it. Plugins in
// Ruby, the Puppet language or Augeas are listed and not loaded by this package.
//
// An Environment is immutable and safe for concurrent use. Environments are independent,
// so a process can hold two versions of a type.
package modules
