// Package manifest reads and writes declarations of resources.
//
// Read parses Puppet code, YAML or JSON (a compiled catalog, or a listing of ralsh) into
// an Input. Its method Decls returns the declarations for a plan. KindOf recognizes the
// form by the file name, otherwise by the content. In the other direction, FromInstance
// and Declared make a Resource, and the functions Puppet and YAML write it.
//
// Of the Puppet language, Read accepts declarations of resources and their
// relationships. It evaluates no code: variables, functions, conditions and definitions
// are errors. All errors are returned together as ral.Diags, each with name:line:column,
// along with the readable declarations. Inputs above MaxInput are rejected. Secrets are
// omitted and named unless the caller asks to show them.
package manifest
