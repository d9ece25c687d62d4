// Package proof knows all tests of the repository, selects those of each stage of
// .ci/run and .ci/full, and judges the results: each test must pass in a stage of its
// tier, and a part of a test that one stage skips must pass in another one.
//
// [Read] finds the packages and their tests in the source files. [Stages] is the table
// of stages. [Judge] compares the results of the stages, which `go test -json` prints,
// with both.
package proof
