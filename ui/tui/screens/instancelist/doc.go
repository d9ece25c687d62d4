// Package instancelist lists the instances of a type, the one under the cursor beside them.
//
// Rows are drawn on demand: there can be 100,000. What the pane beside the list shows is
// found out once the cursor stands still. Ask is the question which one, of a type that
// cannot be listed.
package instancelist
