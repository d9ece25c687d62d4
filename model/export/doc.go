// Package export writes resources in formats that ralsh and Puppet read: Puppet code, YAML and
// JSON. It omits secrets, with a comment for each of them.
//
// [Copy] writes an instance, [Resource] a declaration, [Run] the declarations of an earlier run,
// and [InstanceJSON] the JSON of an instance as the commands print it.
package export
