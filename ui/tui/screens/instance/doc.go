// Package instance shows one instance: its properties, who manages it, and where it leads.
package instance
