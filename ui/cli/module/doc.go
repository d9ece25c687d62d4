// Package module has the commands about modules: modules, module, plugin and
// function, and the commands that modules define.
//
// FaceCommand makes the command of a face, which is Puppet's name for a subcommand
// that a module defines.
package module
