// Package proof knows all tests of the repository, selects the tests of each stage of .ci/run
// and .ci/full, and judges the results: each test must pass in a stage of its tier, and a part
// of a test that a stage skips must pass in a different stage.
//
// [Read] finds the packages and their tests in the source files. [Stages] is the table of
// stages. [Judge] compares the results of the stages, which `go test -json` prints, with both.
package proof
