package sysctl

import (
	"fmt"

	"ralsh/ral"
	"ralsh/ral/value"
)

// insync compares the saved value, and the live value if apply is set and it is known.
func insync(h ral.Hook, is, should value.Value) bool {
	return !savedDiffers(h.R, is, should) && !liveDiffers(h.R)
}

func savedDiffers(r *ral.Resource, is, should value.Value) bool {
	return r.True("persist") && (is.IsAbsent() || squeeze(text(is)) != squeeze(text(should)))
}

// onlyLive reports whether the value is saved as desired and differs in the kernel.
func onlyLive(r *ral.Resource) bool {
	return !savedDiffers(r, r.Is("value"), r.Get("value")) && liveDiffers(r)
}

// isText and shouldText show the kernel's values if a change saves no value.
func isText(h ral.Hook, is value.Value) string {
	if onlyLive(h.R) && is.Equal(h.R.Is("value")) {
		return h.R.Is("live").Literal() + inKernel
	}
	return is.Literal()
}

func shouldText(h ral.Hook, should value.Value) string {
	if onlyLive(h.R) {
		return desiredLive(h.R).Literal() + inKernel
	}
	return should.Literal()
}

const inKernel = " in the kernel"

// desiredLive returns the desired live value, or nil to keep it.
func desiredLive(r *ral.Resource) value.Value {
	switch v := r.Get("live_value"); {
	case !v.IsNil():
		return v
	case r.Removing() || !r.True("apply"):
		return value.Value{}
	}
	return r.Get("value")
}

// liveDiffers reports whether the live value must be set. A setting that the kernel does
// not support differs, unless silent is set.
func liveDiffers(r *ral.Resource) bool {
	live, should := r.Is("live"), desiredLive(r)
	switch {
	case should.IsNil() || live.IsUnknown():
		return false
	case live.IsAbsent():
		return !r.True("silent")
	}
	return squeeze(text(live)) != squeeze(text(should))
}

// change describes which of the two values changes, in the words of the module.
func change(h ral.Hook, is, should value.Value) string {
	saved := fmt.Sprintf("configuration value from '%s' to '%s'", text(is), text(should))
	live := fmt.Sprintf("live value from '%s' to '%s'", text(h.R.Is("live")), text(desiredLive(h.R)))
	switch inFile, inKernel := savedDiffers(h.R, is, should), liveDiffers(h.R); {
	case inFile && inKernel:
		return "changed " + saved + " and " + live
	case inKernel:
		return "changed " + live
	}
	return "changed " + saved
}
