package tui

import (
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
)

// whereLooked is a row for each source that answered: what it ran or read to find
// that there is nothing. The end of it is cut where the row ends.
func (l *listing) whereLooked() []frame.Line {
	if l.busy() {
		return nil
	}
	var rows []frame.Line
	for _, src := range l.sources {
		if src.done && src.err == nil {
			rows = append(rows, frame.Text(safe.Clean(src.provider.Name)+" "+src.where()))
		}
	}
	return rows
}

// where is what a source ran, else the files and folders that it read.
func (src *source) where() safe.Text {
	switch {
	case src.command != "":
		return "ran " + src.command
	case len(src.looked) == 0:
		return "was asked"
	}
	text := "looked in " + safe.Join(src.looked, ", ")
	if src.lookedMore {
		text += " and more"
	}
	return text
}
