// Package puppetlog words errors, log lines and reports as Puppet does.
//
// It translates data of ral, ral/manifest and ral/transaction. Diag, Raised and Refused return
// error messages. Log turns the events of a run into Lines of Puppet's log, and Events returns
// the events of a report. Data, HieraYAML and ProviderDoc are examples of other output formats
// of Puppet.
//
// The package reads data and makes no decisions. The front ends do not use it; tests, above
// all the conformance cases of ral/vectors, compare its output with that of Puppet.
package puppetlog
