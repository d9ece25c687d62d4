// Command screenshots makes the pictures of ralsh that are stored next to it.
//
// It runs the real program in tmux on a fixture host. It keeps each screen as
// NAME.ansi (what the terminal showed; `cat` shows it) and NAME.png (drawn from
// that). A scene that is a film becomes NAME.gif too: what each of its steps ended on.
//
//	cd screenshots
//	go run .               make all
//	go run . -only NAME    make one
//	go run . -check        make all screens and compare them with those kept
//
// A Scene is one picture: the program to run, the size of the terminal and the
// keys to press. Each Scene gets a fresh host, and four run concurrently.
//
// It needs tmux and runs as root, whose name is on each screen; any other user
// can put `unshare -r` before the command.
package main
