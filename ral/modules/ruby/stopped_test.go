package ruby

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"
)

// TestStopped gives up requests to the process that all share: the others get their
// answers, while it starts, while it answers, and if a request ends it.
func TestStopped(t *testing.T) {
	if !inRoot(t) {
		return
	}
	const quick = 12
	files := map[string]string{
		"lib/puppet/type/slow.rb":  "sleep 1\nPuppet::Type.newtype(:slow) { newparam(:name) }",
		"lib/puppet/type/late.rb":  "sleep 1\nPuppet::Type.newtype(:late) { newparam(:name) }",
		"lib/puppet/type/dying.rb": "sleep 0.5\nexit! 3",
	}
	for i := range quick {
		files[fmt.Sprintf("lib/puppet/type/quick%d.rb", i)] = fmt.Sprintf("Puppet::Type.newtype(:quick%d) { newparam(:name) }", i)
	}
	b := living(t, files)
	next := 0
	others := func(n int, stopped func()) {
		t.Helper()
		var all sync.WaitGroup
		all.Go(stopped)
		for range n {
			name := fmt.Sprintf("quick%d", next)
			next++
			all.Go(func() {
				if _, err := b.Describe(t.Context(), name); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			})
		}
		all.Wait()
	}
	stopped := func(name string) {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		_, err := b.Describe(ctx, name)
		if _, ok := errors.AsType[*StoppedError](err); !ok || ctx.Err() == nil {
			t.Errorf("%s was not stopped: %v", name, err)
		}
	}
	b.Close()
	others(4, func() { stopped("slow") })
	process := func() *worker {
		b.mu.Lock()
		defer b.mu.Unlock()
		return b.warm
	}
	first := process()
	others(4, func() { stopped("late") })
	if process() != first {
		t.Error("the process was started again")
	}
	others(4, func() {
		if _, err := b.Describe(t.Context(), "dying"); err == nil {
			t.Error("a type that ends its process is there")
		}
	})
	kept := process()
	if _, err := b.Describe(t.Context(), "dying"); err == nil || process() != kept {
		t.Errorf("it was tried again: %v", err)
	}
}
