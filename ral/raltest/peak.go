package raltest

import (
	"runtime"
	"runtime/metrics"

	"ralsh/ral"
	"ralsh/ral/value"
)

// Peak runs fn and returns by how many bytes the memory in use grew at its maximum.
// The garbage collector runs all the time, so that released memory does not count. In
// a process of real.Memory, memory allocated during a collection does not count
// either.
func Peak(fn func()) uint64 {
	before, peak := inUse(), uint64(0)
	done, sampled := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(sampled)
		for {
			select {
			case <-done:
				return
			default:
				peak = max(peak, inUse())
			}
		}
	}()
	fn()
	close(done)
	<-sampled
	return peak - min(peak, before)
}

func inUse() uint64 {
	runtime.GC()
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// ValueSize returns the bytes that the desired and current values of a resource take.
// Plain defaults are shared by all resources and not counted.
func ValueSize(r *ral.Resource) int {
	n := 0
	for _, a := range r.Type.Order() {
		if r.IsDefault(a.Name) && a.Kind == ral.Param && a.ValidateFn == nil && a.MungeFn == nil {
			continue
		}
		for _, v := range r.Munged(a.Name) {
			n += sizeOf(v)
		}
	}
	for i := range r.Type.Properties() {
		n += sizeOf(r.Found.At(i))
	}
	return n
}

// DeclSize returns the bytes that the values of a declaration take, without its text.
func DeclSize(d ral.Decl) int {
	n := 0
	for _, a := range d.Attrs {
		n += sizeOf(a.Value) - len(a.Value.Raw())
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
