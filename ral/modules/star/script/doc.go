// Package script runs the functions of a module file.
//
// A Hook is a function that the engine calls. Each call has a separate Starlark thread with
// limits in steps, time and memory. Threads are reused (Runner), because creating a thread
// takes longer than most hooks run. An error is a *Fault with its position in the file; it
// tells errors of the input (fail) and of the host from errors of the file.
package script
