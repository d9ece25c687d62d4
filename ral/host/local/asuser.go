package local

import (
	"context"
	"fmt"
	"runtime"

	"golang.org/x/sys/unix"

	"ralsh/ral/host"
)

// acting runs fn as the user of the context.
func (f files) acting(ctx context.Context, fn func() error) error {
	uid, gid, other := host.OtherUser(ctx)
	if !other || f.uid != 0 {
		return fn()
	}
	return localActor{uid, gid}.do(f.root != nil, fn)
}

func (f files) readAs(ctx context.Context, r host.FileRead) (a host.FileAnswer, err error) {
	err = f.acting(ctx, func() error {
		a, err = f.read(ctx, r)
		return err
	})
	return a, err
}

// do runs fn on a separate thread that acts as the user for file access (setfsuid(2)). The
// thread ends with fn and is not reused.
func (a localActor) do(passing bool, fn func() error) error {
	done := make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		if err := a.become(passing); err != nil {
			done <- fmt.Errorf("act as user %d: %w", a.uid, err)
			return
		}
		done <- fn()
	}()
	return <-done
}

func (a localActor) become(passing bool) error {
	if _, _, err := unix.RawSyscall(unix.SYS_SETGROUPS, 0, 0, 0); err != 0 {
		return err
	}
	if err := unix.Setfsgid(a.gid); err != nil {
		return err
	}
	if err := unix.Setfsuid(a.uid); err != nil {
		return err
	}
	// setfsuid(2) reports no errors; it returns the current user.
	if is, _ := unix.SetfsuidRetUid(-1); is != a.uid {
		return unix.EPERM
	}
	if passing {
		return mayPass()
	}
	return nil
}

// mayPass lets the thread read files and search directories as before.
func mayPass() error {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var sets [2]unix.CapUserData
	if err := unix.Capget(&header, &sets[0]); err != nil {
		return err
	}
	const bit = 1 << unix.CAP_DAC_READ_SEARCH
	if sets[0].Permitted&bit == 0 {
		return nil
	}
	sets[0].Effective |= bit
	return unix.Capset(&header, &sets[0])
}

// localActor acts as a different user.
type localActor struct{ uid, gid int }
