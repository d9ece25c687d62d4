// Package instancelist lists the instances of a type, next to details of the
// instance under the cursor.
//
// Only visible rows are drawn, because there can be 100,000. The details are
// computed once the cursor rests. Ask prompts for the name of an instance of a
// type that cannot be listed.
package instancelist
