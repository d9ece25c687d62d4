package ral

// Origin is where a type or provider comes from. It is zero for what is built
// in.
type Origin struct {
	Module string // the module's name, "" of what pluginsync gathered
	File   string
	Pos    string // file:line:col of the definition
}

// BuiltIn reports whether it is part of the program.
func (o Origin) BuiltIn() bool { return o == Origin{} }

// String says it in words: "module database, FILE:3:8", "built in".
func (o Origin) String() string {
	switch {
	case o.BuiltIn():
		return "built in"
	case o.Module == "":
		return "the synchronised plugins, " + o.Pos
	}
	return "module " + o.Module + ", " + o.Pos
}
