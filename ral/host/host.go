package host

// Host is one machine, seen through the door: its reading side and its writing
// side. Only whoever starts a run holds a Host; providers are handed a Look or
// a Change.
type Host struct{ be writer }

// Look returns the reading side. It may run no query until Allow names some.
func (h Host) Look() Look { return newLook(h.be) }

// Change returns the writing side.
func (h Host) Change() Change { return newChange(h.be) }

// Root is the folder that stands for / on this host: "/" for the machine
// itself.
func (h Host) Root() string { return h.be.Root() }

func newLook(be reader) Look { return Look{be: readOnly{be}} }

func newChange(be writer) Change { return Change{be: be, look: newLook(be)} }

// readOnly hides that a backend can write: no type assertion on what a Look
// holds finds a method that changes anything.
type readOnly struct{ reader }
