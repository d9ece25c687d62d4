// Package config reads config.yaml, the user's settings: the retention of the history, the
// modules, the keys, the theme and the mouse.
//
// [Read] reports each error with its line and column. The terminal UI validates the names of
// keys and colours.
package config
