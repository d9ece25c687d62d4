// Package ral implements Puppet's resource abstraction layer.
//
// A Type describes a resource type by its attributes. A Provider describes a way to
// manage it on a host; its behaviour implements some of the one-method interfaces from
// Lister to Prechecker, and OpsOf finds them. Types and providers are data in a
// Registry. A Builder builds a Resource from a declaration. Package onhost uses a Registry
// on a host.
//
// Fill a Registry before sharing it. After that, reading it is safe for concurrent use,
// even while ReplaceWith exchanges its types. Build takes a few microseconds and does not
// access the host once the providers of the type are elected, so the editor calls it for
// each keystroke.
package ral
