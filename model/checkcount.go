package model

// count counts the changes as a plan does: a creation or removal is a single
// change. For a resource that is absent and stays absent, a default is not a
// change.
func (c *Check) count(d *Draft) {
	changing := 0
	ensure := NotManaged
	ensured := false
	for _, f := range c.Properties {
		if f.changes() {
			changing++
		}
		if f.Attr.Name == "ensure" {
			ensure, ensured = f.State, true
		}
	}
	there := d.Found != nil && d.Type.Present(d.Found) || d.Type.EnsureOptional
	switch {
	case !ensured:
		c.Changes = changing
	case ensure == Changes || ensure == NeedsRoot:
		c.Changes = 1
		if !there {
			c.Creates, c.Values = 1, changing-1
		}
	case !there && (ensure == FieldInSync || ensure == NotManaged && d.Found != nil):
		c.idle()
	default:
		c.Changes = changing
	}
}

// idle resets the state of changes that were not typed.
func (c *Check) idle() {
	for i, f := range c.Properties {
		if f.changes() && !f.Set {
			c.Properties[i].State, c.Properties[i].Message = Default, ""
		}
	}
}

func (f Field) changes() bool { return f.State == Changes || f.State == NeedsRoot }
