// Package hostdiff compares two hosts: the types, the instances that differ, and their
// properties, in columns. Rows become drafts in the basket of B, so that it becomes like A.
package hostdiff
