package model

import (
	"ralsh/ral"
	"ralsh/ral/value"
)

// implicitValue is what a property of an existing resource is that was not typed, where it
// has to be said: who edits one field of a mount or a key does not want the others
// to fall back to the defaults of a declaration, and the entry is where it was
// found. What ensure decides, such as where a link leads, is not kept where that is
// typed.
func (d *Draft) implicitValue(a *ral.Attribute) (value.Value, bool) {
	if !d.Found.Present() || a.Kind != ral.Property || a.ReadOnly || a.Sensitive || a.Name == "ensure" {
		return value.Value{}, false
	}
	is := d.Found.Get(a.Name)
	_, other := d.texts["ensure"]
	said := a.LocatesResource || a.DefaultFunc != nil && !other || !a.Default.IsNil()
	if !said || is.IsNil() || is.IsUnknown() || is.IsAbsent() || is.Equal(a.Default) {
		return value.Value{}, false
	}
	return is, true
}
