// Package widget provides the parts of screens that do not depend on resources.
//
// List is a scrolling list with cursor, selection and Filter. Field is a line
// of text to edit. Pair and Contents compare texts and return DiffLines and
// Hunks. Count and Took format numbers and durations.
//
// A List holds any number of items, but Window returns only the visible rows.
// Contents limits the size of the texts and, with a timeout, the time. A List
// and a Field are not safe for concurrent use.
package widget
