package ral

import "strings"

// Mentions is the relation of a resource to those that attributes name and that
// it can do without. fits leaves out values that name nothing of the type.
func Mentions(typ string, fits func(title string) bool, attrs ...string) Relation {
	return Relation{Kind: Mention, Type: typ, Via: attrs, Titles: func(r *Resource) []string {
		var titles []string
		for _, attr := range attrs {
			for _, v := range r.Munged(attr) {
				if title := v.Text(); fits(title) {
					titles = append(titles, title)
				}
			}
		}
		return titles
	}}
}

// IsPath says that a text is an absolute path, and so the title of a file.
func IsPath(title string) bool { return strings.HasPrefix(title, "/") }
