// Package basket implements the basket of a session: the drafts that are
// staged for the next apply.
//
// A Basket contains the drafts in the order in which they were staged, and the
// Status of each. Basket.Selection copies the drafts that are not omitted;
// Selection.Check determines which drafts are ready, Selection.Plan plans
// these together. A Plan orders the drafts and returns the relations of each. A
// Basket is saved in a file for each host and root (StartSave, Flush); Merge
// adds the basket of an earlier or concurrent session.
//
// A Basket is not safe for concurrent use. The slow parts can run in other
// goroutines: Load, the methods of a Selection, and the function that StartSave
// returns.
package basket
