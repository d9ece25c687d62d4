package ral

// Origin is the origin of a type or provider. It is zero if they are built in.
type Origin struct {
	Module string // name of the module; "" for plugins from pluginsync
	File   string
	Pos    string // file:line:col of the definition
}

// BuiltIn reports whether the type or provider is part of the program.
func (o Origin) BuiltIn() bool { return o == Origin{} }

// String describes the origin: "module database, FILE:3:8", "built in".
func (o Origin) String() string {
	switch {
	case o.BuiltIn():
		return "built in"
	case o.Module == "":
		return "the synchronised plugins, " + o.Pos
	}
	return "module " + o.Module + ", " + o.Pos
}
