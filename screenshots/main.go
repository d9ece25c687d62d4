package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"sync"
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

// run takes the scenes, all or the one named, and stores or compares each in dir,
// whose parent is the module of the program. A failed scene does not stop the others.
func run(ctx context.Context, dir, only string, check bool) (err error) {
	if os.Geteuid() != 0 {
		return errors.New("the pictures show root's screens, and this is not root; unshare -r before the command helps")
	}
	repo, err := filepath.Abs(filepath.Join(dir, ".."))
	if err != nil {
		return err
	}
	bin, err := os.MkdirTemp("", "ralsh-picture-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(bin)) }()
	var wanted []Scene
	for _, s := range scenes() {
		if only == "" || s.Name == only {
			wanted = append(wanted, s)
		}
	}
	if len(wanted) == 0 {
		return fmt.Errorf("no scene is named %q; they are in scenes.go", only)
	}
	do := keepTaken
	if check {
		do = compareTaken
	}
	return takeAll(ctx, wanted, built(ctx, repo, bin), func(w *workshop, s Scene) error { return do(ctx, w, dir, s) })
}

func keepTaken(ctx context.Context, w *workshop, dir string, s Scene) error {
	screens, err := w.take(ctx, s, "")
	if err != nil {
		return err
	}
	if err := film(dir, s, screens); err != nil {
		return err
	}
	return keep(dir, s, screens[len(screens)-1])
}

func compareTaken(ctx context.Context, w *workshop, dir string, s Scene) error {
	text, err := kept(dir, s)
	if err != nil {
		return err
	}
	screens, err := w.take(ctx, s, text)
	if err != nil {
		return err
	}
	return compare(s, text, screens[len(screens)-1])
}

// sideBySide is the number of scenes taken concurrently; most of the time they wait.
const sideBySide = 4

// takeAll calls do for each scene in a workshop. A failure does not stop the others.
func takeAll(ctx context.Context, all []Scene, program func() (string, error), do func(*workshop, Scene) error) error {
	queue := make(chan Scene, len(all))
	for _, s := range all {
		queue <- s
	}
	close(queue)
	failed := make([]error, sideBySide)
	var work sync.WaitGroup
	for n := range sideBySide {
		work.Go(func() {
			w, err := newWorkshop(n, program)
			if err != nil {
				failed[n] = err
				return
			}
			for s := range queue {
				err := do(w, s)
				if err == nil {
					fmt.Println(s.Name)
				}
				failed[n] = errors.Join(failed[n], err)
				if ctx.Err() != nil {
					break
				}
			}
			failed[n] = errors.Join(failed[n], w.close())
		})
	}
	work.Wait()
	return errors.Join(failed...)
}
