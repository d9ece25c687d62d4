package sysctl

import (
	"fmt"

	"ralsh/ral"
	"ralsh/ral/value"
)

// insync compares what is saved, and what the kernel has where it is to be
// applied and can be read.
func insync(h ral.Hook, is, should value.Value) bool {
	return !savedDiffers(h.R, is, should) && !liveDiffers(h.R, should)
}

func savedDiffers(r *ral.Resource, is, should value.Value) bool {
	return r.True("persist") && (is.IsAbsent() || squeeze(text(is)) != squeeze(text(should)))
}

// liveDiffers reports whether the kernel is to be told. One without the setting
// differs, unless silent.
func liveDiffers(r *ral.Resource, should value.Value) bool {
	live := r.Is("live")
	switch {
	case !r.True("apply") || live.IsUnknown():
		return false
	case live.IsAbsent():
		return !r.True("silent")
	}
	return squeeze(text(live)) != squeeze(text(should))
}

// change says which of the two changes, in the module's words.
func change(h ral.Hook, is, should value.Value) string {
	saved := fmt.Sprintf("configuration value from '%s' to '%s'", text(is), text(should))
	live := fmt.Sprintf("live value from '%s' to '%s'", text(h.R.Is("live")), text(should))
	switch inFile, inKernel := savedDiffers(h.R, is, should), liveDiffers(h.R, should); {
	case inFile && inKernel:
		return "changed " + saved + " and " + live
	case inKernel:
		return "changed " + live
	}
	return "changed " + saved
}
