// Package why reports which provider of a type is elected, with every test and every score.
package why
