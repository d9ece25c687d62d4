// Package laws runs random scenarios on a booted system and checks six promises of ralsh.
//
// A scenario is a script that creates an unusual state, and a manifest or a resource of the
// command line. A seed and a number determine it. It is planned, applied, planned again and
// undone. In between, the disk, the units, the mounts and the kernel's values are compared:
// --noop changes nothing; the plan, the report and the changes on the disk agree; the reported
// commands are the executed commands, according to strace(1); a second plan is empty; an undo
// restores the state or reports the rest; the plan predicts failures.
//
// Each machine is cleaned up after a scenario and runs the next scenario. The scenarios of
// testdata/kept run as well.
package laws
