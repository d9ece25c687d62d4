// Package suite checks the laws of a provider, built-in or of a module.
//
// A Suite describes a provider on a kind of host: a fake, or a host with the real tools.
// A Case creates, changes and removes a resource. Several describes resources that the
// provider changes in a single action, Crowd the cost of planning many resources.
//
// Suite.Run checks that a listing and a retrieval agree, that the code of an instance is
// in sync, that a case changes each writable property (NotCovered lists the exceptions),
// that the two values of a change differ as they are shown, that an apply runs the
// actions of the plan, as far as the plan contains them, and that a second plan is empty.
// Reading and planning must not change the watched files, and may run only declared
// queries. An unreadable file must not hide other sources. With Suite.Many, the number of
// commands of a listing must not depend on the number of instances. Each case runs a
// second time with secrets.
package suite
