// Package hosts shows the hosts of the inventory: which are reached, what they are, when
// ralsh ran there last, and how much they differ from this one.
package hosts
