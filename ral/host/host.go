package host

// Host is a machine with its Reader and its Writer. Only the code that starts a run has a
// Host; providers get a Reader or a Writer.
type Host struct{ be WriteBackend }

// Reader returns the reader. It may run no query until Allow.
func (h Host) Reader() Reader { return newReader(h.be) }

// Writer returns the writer.
func (h Host) Writer() Writer { return newChange(h.be) }

// Root returns the root directory of this host: "/" for the machine itself.
func (h Host) Root() string { return h.be.Root() }

func newReader(be ReadBackend) Reader { return Reader{be: readOnly{be}} }

func newChange(be WriteBackend) Writer { return Writer{be: be, rd: newReader(be)} }

// readOnly hides that a backend can write: no type assertion on the backend of
// a Reader finds a method that changes anything.
type readOnly struct{ ReadBackend }
