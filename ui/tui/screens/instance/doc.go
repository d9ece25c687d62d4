// Package instance shows an instance: its properties, its provider, and its
// links.
package instance
