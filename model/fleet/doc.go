// Package fleet runs a command line of ralsh on many hosts. An [Inventory] resolves names and
// groups, [Inventory.Expand] returns the targets of --on, a [Runner] runs the command on them
// concurrently, and [GroupAnswers] groups equal answers. A change has two rounds: the plans of
// all hosts, and then a [Change] in batches, where each host applies the plan with its digest.
//
// The output of the hosts is in a [Spool], a temporary file without a name, and not in memory.
// The output never determines the name of a host.
package fleet
