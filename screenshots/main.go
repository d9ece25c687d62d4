// Command screenshots makes the pictures of ralsh that stand beside it: it runs
// the real program in tmux on a fixture host, and keeps each screen as NAME.ansi
// (what the terminal showed; `cat` shows it) and NAME.png (drawn from that).
//
//	cd screenshots
//	go run .               make all
//	go run . -only NAME    make one
//	go run . -check        make all screens and compare them with those kept
//
// It needs tmux and runs as root, whose name is on each screen; `unshare -r`
// before the command does for anyone else.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
)

func main() {
	check := flag.Bool("check", false, "compare with the pictures kept, write nothing")
	only := flag.String("only", "", "`NAME` of the one scene to take")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, ".", *only, *check); err != nil {
		fmt.Fprintln(os.Stderr, err)
		stop()
		os.Exit(1)
	}
}

// run takes the scenes, all or the one named, and keeps or compares each in
// folder, whose parent is the module of the program. Scenes that fail do not
// hold up the others.
func run(ctx context.Context, folder, only string, check bool) (err error) {
	if os.Geteuid() != 0 {
		return errors.New("the pictures show root's screens, and this is not root; unshare -r before the command helps")
	}
	repo, err := filepath.Abs(filepath.Join(folder, ".."))
	if err != nil {
		return err
	}
	w, err := newWorkshop(ctx, repo)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	var failed []error
	found := false
	for _, s := range scenes() {
		if only != "" && s.Name != only {
			continue
		}
		found = true
		screen, err := w.take(ctx, s)
		if err == nil && check {
			err = compare(folder, s, screen)
		} else if err == nil {
			err = keep(folder, s, screen)
		}
		if err != nil {
			failed = append(failed, err)
			if ctx.Err() != nil {
				break
			}
			continue
		}
		fmt.Println(s.Name)
	}
	if !found {
		return fmt.Errorf("no scene is named %q; they are in scenes.go", only)
	}
	return errors.Join(failed...)
}
