// Package change implements the three screens of a change.
//
// Difference shows a plan and the question whether to apply it. Apply applies
// it and then becomes its result, so that the result has the same place on the
// stack wherever the user is when the apply ends.
package change
