// Package keys maps keys to intents.
//
// A Table is a list of Bindings. A Binding has keys, their Intent, and the
// screens on which they work (Where). Table.Lookup returns the Intent of a key.
// Screens act on intents; they receive keys themselves only while the user
// types in a field.
//
// The help screen and docs/keys.md are made from this table, and config.yaml
// uses the names of intents. A key has the same meaning on every screen, except
// while the user types. A Table is a value: Remap returns a new Table.
package keys
