// Package standard has the attributes and rules that many types share: ensure, booleans,
// paths and lists of members.
package standard
