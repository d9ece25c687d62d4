// Package plantext writes a plan, and what came of it, in rows.
//
// Paper writes the steps of a plan with their changes and acts, each with how sure it is.
// Columns and the Step functions write a step that was carried out: what is true now, what
// was printed, and the trouble that it had. The difference, the apply, the basket, the
// editor and history show the same words for the same step, since they all come from here.
package plantext
