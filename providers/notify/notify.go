package notify

import (
	"context"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Register adds the type notify and its provider (semantics.md section 8).
func Register(reg *ral.Registry) { reg.Add(typeDef(), report()) }

func typeDef() ral.Type {
	return ral.Type{
		Name:    "notify",
		Summary: "Messages in the report of a run",
		Doc: "A message that each run prints. It does not read or change the host.\n\n" +
			"It is never in sync: each run prints it again, counts it as a change, " +
			"and refreshes the resources that subscribe to it." +
			"\n\n```puppet\nnotify { 'the site is in place':\n" +
			"  message => 'The site was brought to 1.4',\n}\n```\n",
		NotListable: "by name",
		Hooks:       hooks{},
		Columns:     [2]string{"message", ""},
		Attributes: []*ral.Attribute{
			{
				Name: "name", Kind: ral.Param, Namevar: true, Example: "the backup is due",
				Doc: "The name of the message, and the default of `message`.",
			},
			message(),
			{
				Name: "withpath", Kind: ral.Param, Example: "true",
				Default: value.Sym("false"), Values: ral.Literals("true", "false"),
				Doc: "Whether a log in Puppet's format shows the resource before the message.",
			},
		},
	}
}

type hooks struct{}

// IgnoresHost reports that each run prints the message.
func (hooks) IgnoresHost(*ral.Resource) bool { return true }

func message() *ral.Attribute {
	return &ral.Attribute{
		Name: "message", Kind: ral.Property, Sync: ral.Sync{Transient: true}, Example: "the backup is due",
		Doc:         "The text to print; default: the name.",
		DefaultFunc: func(h ral.Hook) (value.Value, error) { return h.Get("name"), nil },
		InSyncFn:    func(ral.Hook, value.Value, value.Value) bool { return false },
	}
}

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
