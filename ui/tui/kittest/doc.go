// Package kittest provides helpers for tests of screens.
//
// A Stage plays the root for a screen: it passes keys and messages to it, runs
// commands without waiting for real time, and shows a stand-in for each route
// whose maker the test does not set. Shared and FixtureShared make hosts in
// memory. HoldDrawing compares a screen with testdata (RALSH_GOLDEN=1 writes
// it). Only tests import this package.
package kittest
