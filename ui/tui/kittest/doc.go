// Package kittest is the ground on which the tests of a screen stand.
//
// A Stage plays the root for one screen: it hands keys and messages on, runs commands and
// keeps no real time, and shows a stand-in for each route whose maker the test does not
// give. Shared and FixtureShared make hosts in memory, and HoldDrawing holds a screen
// against testdata (RALSH_GOLDEN=1 writes it). Only tests import it.
package kittest
