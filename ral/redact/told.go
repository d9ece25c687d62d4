package redact

import "ralsh/ral/host"

// Act returns an act without secrets. It does not show content with a secret, and not
// the content of a file that contained a secret.
func (red *Redactor) Act(a host.Act) host.Act {
	a.Secret = a.Secret || red.HidesFile(a.Path) || red.HidesFile(a.Real)
	for _, data := range []*[]byte{&a.Stdin, &a.Before, &a.After} {
		a.Secret = a.Secret || red.Holds(string(*data))
		*data = red.bytes(*data)
	}
	for _, text := range []*string{&a.Path, &a.Target, &a.Dir, &a.Check} {
		*text = red.Text(*text)
	}
	a.Args = red.Texts(a.Args)
	if red.Holds(a.String()) {
		_, rest := a.Words(host.PlainSizes)
		a.Told = red.Text(rest)
	}
	return a
}

// Result returns the result of a command without secrets.
func (red *Redactor) Result(res host.Result) host.Result {
	res.Path, res.Args = red.Text(res.Path), red.Texts(res.Args)
	res.Stdout, res.Stderr = red.bytes(res.Stdout), red.bytes(res.Stderr)
	return res
}

// Trace returns an event without secrets.
func (red *Redactor) Trace(t host.Trace) host.Trace {
	t.Command, t.Tool, t.Line = red.Text(t.Command), red.Text(t.Tool), red.Text(t.Line)
	t.Result, t.Err = red.Result(t.Result), red.Error(t.Err)
	return t
}
