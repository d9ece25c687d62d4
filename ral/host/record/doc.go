// Package record makes a plan: it records the acts of a Writer instead of performing them, and
// shows the files as they would be afterwards.
package record
