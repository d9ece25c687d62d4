// Package basketlist shows what is staged, in the order in which it would be applied.
package basketlist
