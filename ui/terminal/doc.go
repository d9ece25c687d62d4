// Package terminal connects ralsh to its terminal and to signals.
//
// Listen returns a Terminal and a context that ends with the first interrupt or
// TERM, or when the terminal is closed. Terminal.Again is closed by the second
// signal. Terminal.Lend is called before another program gets the terminal:
// until that program ends, interrupts are meant for it. Terminal.Screen starts
// the terminal UI, which also ends when the terminal hangs up without a signal.
//
// keepWriting keeps the process running when a reader of its output exits.
package terminal
