package tui

import (
	"cmp"
	"strings"

	"ralsh/model"
	"ralsh/model/listings"
	"ralsh/ui/tui/widget"
)

// byName is the order of instances in a list: as people sort names, those of one
// name by their provider.
func byName(a, b listings.Entry) int {
	if by := widget.CompareNames(a.Instance.Name, b.Instance.Name); by != 0 {
		return by
	}
	return strings.Compare(a.ID(), b.ID())
}

// typesByName is the order of the types.
func typesByName(a, b *listings.Listing) int {
	return widget.CompareNames(a.Type.Name, b.Type.Name)
}

// linksByName is the order of what leads to a resource: by type, then by title.
func linksByName(a, b model.Link) int {
	return cmp.Or(widget.CompareNames(a.Type, b.Type), widget.CompareNames(a.Title, b.Title))
}
