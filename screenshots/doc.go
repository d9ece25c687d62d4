// Command screenshots makes the pictures of ralsh that are stored next to it.
//
// It runs the real program in tmux on a fixture host. It stores each screen as
// NAME.ansi (the terminal's text; `cat` shows it) and as NAME.png (drawn from that).
// A scene that is a film is also stored as NAME.gif, with the last screen of each of
// its steps.
//
//	cd screenshots
//	go run .               make all
//	go run . -only NAME    make one
//	go run . -check        make all screens and compare them with the stored ones
//
// A Scene is one picture: the program to run, the size of the terminal and the keys
// to press. Each Scene gets a new host, and four run concurrently.
//
// It needs tmux and runs as root, whose name is on each screen. Any other user can
// run it with `unshare -r`.
package main
