package inifile

// index finds the settings and sections of a file that does not change.
type index struct {
	settings []Setting
	last     map[place]int // in settings, that which counts
	earlier  []int         // for each setting that before it of the same place, or -1
	sections map[string]bool
}

// place is a setting's name in its section.
type place struct{ section, name string }

func (f *File) index() *index {
	x := &index{settings: f.Settings(), sections: make(map[string]bool)}
	x.last, x.earlier = make(map[place]int, len(x.settings)), make([]int, len(x.settings))
	for i, s := range x.settings {
		at := place{s.Section, s.Name}
		before, twice := x.last[at]
		if !twice {
			before = -1
		}
		x.earlier[i], x.last[at] = before, i
	}
	for _, name := range f.names() {
		x.sections[name] = true
	}
	return x
}

// all returns the settings of a place, in order.
func (x *index) all(at place) []Setting {
	var list []Setting
	i, ok := x.last[at]
	for ; ok && i >= 0; i = x.earlier[i] {
		list = append([]Setting{x.settings[i]}, list...)
	}
	return list
}
