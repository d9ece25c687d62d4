package tui

import (
	"strings"

	"ralsh/model/listings"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
)

// whereLooked is a row for each source that answered: what it ran or read to find
// that there is nothing. The end of it is cut where the row ends.
func whereLooked(l *listings.Listing) []frame.Line {
	if l.Busy() {
		return nil
	}
	var rows []frame.Line
	for _, src := range l.Sources {
		if src.Done && src.Err == nil {
			rows = append(rows, frame.Text(safe.Clean(src.Provider.Name)+" "+whereOf(src)))
		}
	}
	return rows
}

// whereOf is what a source ran, else the files and folders that it read.
func whereOf(src *listings.Source) safe.Text {
	switch {
	case src.Command != "":
		return "ran " + safe.Clean(src.Command)
	case len(src.Searched) == 0:
		return "was asked"
	}
	text := "looked in " + safe.Clean(strings.Join(src.Searched, ", "))
	if src.SearchedMore {
		text += " and more"
	}
	return text
}
