// Package plantext formats a plan and its result in rows.
//
// Paper formats the steps of a plan with their changes and acts, each with its
// certainty. Columns and the Step functions format a step that was applied: the
// current state, the output, and its errors. The difference, the apply, the
// basket, the editor and history show the same words for the same step, because
// they all use this package.
package plantext
