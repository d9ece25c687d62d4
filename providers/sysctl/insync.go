package sysctl

import (
	"fmt"

	"ralsh/ral"
	"ralsh/ral/value"
)

// insync compares what is saved, and what the kernel has where it is to be
// applied and can be read.
func insync(h ral.Hook, is, should value.Value) bool {
	return !savedDiffers(h.R, is, should) && !liveDiffers(h.R)
}

func savedDiffers(r *ral.Resource, is, should value.Value) bool {
	return r.True("persist") && (is.IsAbsent() || squeeze(text(is)) != squeeze(text(should)))
}

// wantedLive is what the kernel is to have, nil where it keeps what it has.
func wantedLive(r *ral.Resource) value.Value {
	switch v := r.Get("live_value"); {
	case !v.IsNil():
		return v
	case r.Removing() || !r.True("apply"):
		return value.Value{}
	}
	return r.Get("value")
}

// liveDiffers reports whether the kernel is to be told. One without the setting
// differs, unless silent.
func liveDiffers(r *ral.Resource) bool {
	live, should := r.Is("live"), wantedLive(r)
	switch {
	case should.IsNil() || live.IsUnknown():
		return false
	case live.IsAbsent():
		return !r.True("silent")
	}
	return squeeze(text(live)) != squeeze(text(should))
}

// change says which of the two changes, in the module's words.
func change(h ral.Hook, is, should value.Value) string {
	saved := fmt.Sprintf("configuration value from '%s' to '%s'", text(is), text(should))
	live := fmt.Sprintf("live value from '%s' to '%s'", text(h.R.Is("live")), text(wantedLive(h.R)))
	switch inFile, inKernel := savedDiffers(h.R, is, should), liveDiffers(h.R); {
	case inFile && inKernel:
		return "changed " + saved + " and " + live
	case inKernel:
		return "changed " + live
	}
	return "changed " + saved
}
