// Package instancelist lists the instances of a type, the one under the cursor next to them.
//
// Rows are drawn on demand: there can be 100,000. What the pane next to the list shows is
// found out once the cursor rests. Ask is the question which one, of a type that
// cannot be listed.
package instancelist
