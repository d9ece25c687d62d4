// Package laws lives random scenarios on a booted system and holds what ralsh
// promises of each.
//
// A scenario is a script that makes a strange state and a manifest, or a
// resource of the command line; a seed and a number make it. It is planned,
// applied, planned again and undone, and between these the disk, the units, the
// mounts and the kernel's values are compared: --noop changes nothing; what is
// planned is what is told and what is on the disk; the commands told are those
// executed, as strace(1) sees them; a second plan is empty; an undo brings the
// state back or says what it does not; what fails was foreseen.
//
// Each machine is put back after a scenario and lives the next one. The
// scenarios of testdata/kept are lived as well.
package laws
