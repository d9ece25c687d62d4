package raltest

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"ralsh/ral"
	"ralsh/ral/value"
)

// Peak runs fn and returns how much more memory was in use at its height than
// before, in bytes. The collector works all the time meanwhile, so that what is
// let go does not count, or hardly.
func Peak(fn func()) uint64 {
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	runtime.GC()
	before, peak := inUse(), uint64(0)
	done, sampled := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(sampled)
		for tick := time.NewTicker(time.Millisecond); ; {
			peak = max(peak, inUse())
			select {
			case <-tick.C:
			case <-done:
				tick.Stop()
				return
			}
		}
	}()
	fn()
	close(done)
	<-sampled
	return peak - min(peak, before)
}

func inUse() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// ValueSize is how much memory the values of a resource take by themselves, in
// bytes: what should be and what was found.
func ValueSize(r *ral.Resource) int {
	n := 0
	for _, a := range r.Type.Order() {
		for _, v := range r.Munged(a.Name) {
			n += sizeOf(v)
		}
	}
	for i := range r.Type.Properties() {
		n += sizeOf(r.Found.At(i))
	}
	return n
}

func sizeOf(v value.Value) int {
	const own, boxed = 40, 88
	switch v.Kind() {
	case value.List:
		n := own + boxed
		for _, item := range v.Items() {
			n += sizeOf(item)
		}
		return n
	case value.Reference:
		return own + boxed
	}
	return own + len(v.Raw())
}
