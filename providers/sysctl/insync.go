package sysctl

import (
	"fmt"

	"ralsh/ral"
	"ralsh/ral/value"
)

// insync compares the saved value, and the live value if it is applied and can
// be read.
func insync(h ral.Hook, is, should value.Value) bool {
	return !savedDiffers(h.R, is, should) && !liveDiffers(h.R)
}

func savedDiffers(r *ral.Resource, is, should value.Value) bool {
	return r.True("persist") && (is.IsAbsent() || squeeze(text(is)) != squeeze(text(should)))
}

// wantedLive returns the desired live value, nil to leave it unchanged.
func wantedLive(r *ral.Resource) value.Value {
	switch v := r.Get("live_value"); {
	case !v.IsNil():
		return v
	case r.Removing() || !r.True("apply"):
		return value.Value{}
	}
	return r.Get("value")
}

// liveDiffers reports whether the live value must be set. A setting that the
// kernel lacks differs, unless silent is set.
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

// change describes which of the two values changes, in the module's words.
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
