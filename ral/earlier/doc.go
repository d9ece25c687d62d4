// Package earlier holds the data of earlier runs that a run needs: Persistence, the last
// state of each resource, and Secrets, the places of secrets on the host. Package journal
// stores both.
package earlier
