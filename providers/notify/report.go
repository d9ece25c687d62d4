package notify

import (
	"context"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

func report() ral.Provider {
	return ral.Provider{
		Name: "report", Type: "notify",
		Doc: "Reports the message as an event of the run. It works on every host.",
		New: func() any { return reporter{} },
	}
}

// reporter does not access the host: the change event is the message.
type reporter struct{}

// Retrieve returns an absent message, because messages are not stored.
func (reporter) Retrieve(_ context.Context, _ host.Reader, r *ral.Resource) (*ral.Instance, error) {
	return ral.AbsentInstance(r.Type, r.Name()), nil
}

// Set does nothing: the engine reports the change.
func (reporter) Set(context.Context, host.Writer, *ral.Resource, string, value.Value) error {
	return nil
}
