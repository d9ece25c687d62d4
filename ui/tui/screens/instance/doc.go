// Package instance shows one instance: its properties, its provider, and its
// links.
package instance
