package star

import "errors"

// hostError is an error of the host and not of the file: a missing path, a command that
// failed.
type hostError struct{ error }

// Unwrap returns the error of the host.
func (e hostError) Unwrap() error { return e.error }

func fromHost(err error) error {
	if err == nil {
		return nil
	}
	return hostError{err}
}

// Mistake reports whether an error is an error of a file: neither from fail() nor from
// the host.
func Mistake(err error) (f *Fault, ok bool) {
	f, ok = errors.AsType[*Fault](err)
	if !ok || f.Refused {
		return f, false
	}
	_, host := errors.AsType[hostError](f.Cause)
	return f, !host
}
