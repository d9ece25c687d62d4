// Package hosts shows the hosts of the inventory: which are reached, their
// systems, their last runs, and their differences from this host.
package hosts
