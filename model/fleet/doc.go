// Package fleet runs a command line of ralsh at many hosts. An [Inventory] says what names
// and groups mean, [Inventory.Expand] makes targets of what was typed, a [Runner] asks them
// concurrently, and [GroupAnswers] puts those with equal answers together. A change goes in
// two rounds: the plans of all hosts, and then a [Change] in batches, each host by the
// digest of its own plan.
//
// What the hosts send is in a [Spool], a temporary file without a name, and not in memory.
// Nothing of it is a name here: a host is called what was typed.
package fleet
