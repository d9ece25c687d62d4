// Package suite holds the laws of a provider: what each must keep, whether it is built
// in or of a module.
//
// A Suite describes one provider on one kind of host, which is a fake or has the real
// tools. Each Case is the life of one resource: it is created, changed and removed.
// Several describes resources that the provider changes with one act, Crowd the cost
// of planning many.
//
// Suite.Run checks that a listing and a retrieval agree, that some case changes each
// property that the provider can write (NotCovered lists the exceptions), that a
// second plan is empty, and that an apply performs the acts of the plan, as far as the
// plan knows them. Reading and planning must leave the watched files unchanged and run
// only declared queries. A file that cannot be read must not hide what other sources have. With Suite.Many, the number of commands of a listing must not
// depend on the number of instances. Each case is lived a second time with secrets.
package suite
