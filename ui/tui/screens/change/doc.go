// Package change is the way of a change, in three screens of one flow.
//
// Difference shows a plan and asks whether to carry it out; Apply does that, and turns into
// its result, so that it keeps its place on the stack wherever the user is when it ends.
package change
