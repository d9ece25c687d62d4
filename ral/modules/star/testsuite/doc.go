// Package testsuite has the suites of the test files of modules: the cases of a provider
// and the fake host on which they run.
//
// The package ral/suite runs the cases.
package testsuite
