package service

import "ralsh/ral"

// methods are the methods of Puppet's providers. A provider of a module may
// define them under the same names (semantics.md 8, service, features).
func methods() []ral.Method {
	return []ral.Method{
		{Name: "start", Doc: "Starts the service."},
		{Name: "stop", Doc: "Stops the service."},
		{
			Name: "restart", Doc: "Restarts the service, on a refresh while it runs.",
			Refreshes: func(r *ral.Resource) bool {
				return r.Is("ensure").IsSym("running") && !r.Get("ensure").IsSym("stopped")
			},
		},
		{Name: "enable", Doc: "Enables the service: it starts at boot."},
		{Name: "disable", Doc: "Disables the service: it does not start at boot."},
		{Name: "manual_start", Doc: "Restricts the service to manual starts."},
		{Name: "mask", Doc: "Masks the service, which prevents every start."},
		{Name: "delayed_start", Doc: "Delays the start of the service after boot."},
		{Name: "status", Instead: "the getter of ensure"},
		{Name: "enabled", Instead: "the getter of enable"},
		{Name: "enabled?", Instead: "the getter of enable"},
	}
}
