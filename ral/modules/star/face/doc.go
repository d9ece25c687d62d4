// Package face has the faces of modules: commands that read a host.
//
// A Face has actions; an Action has arguments and options and runs a function of the file
// (Action.Call) with a View of the host and its resources. The builtins get the File that
// defines them.
package face
