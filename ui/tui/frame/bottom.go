package frame

import (
	"ralsh/ui/safe"
	"ralsh/ui/tui/theme"
)

// Message is the line above the keys: a sentence, and its evidence on the
// right.
type Message struct {
	Sign     Sign
	Text     safe.Text
	Style    theme.Token // of the sentence; Text is muted unless the sign needs attention
	Evidence safe.Text
	Idle     bool // it only reports that all is well, and a lesson may replace it
}

// messageMargin is the column of the sentence, after the sign.
const messageMargin = 3

// Cut reports whether the sentence does not fit on the line.
func (m Message) Cut(width int) bool { return messageMargin+m.Text.Width() > width-1 }

func (m Message) draw(p *pen, width int) {
	if m.Sign != NoSign {
		p.to(1)
		p.put(m.Sign.text(p.busyPulse), m.Sign.Token(true), width)
	}
	style := m.Style
	if style == theme.Text && m.Sign != SignNeeds && m.Sign != SignMoved {
		style = theme.Muted
	}
	if m.Text != "" {
		p.to(messageMargin)
		p.put(m.Text, style, width-1)
	}
	// The sentence takes precedence over its evidence.
	if evidence := m.Evidence.Width(); evidence > 0 && p.col+3+evidence <= width-1 {
		p.to(width - 1 - evidence)
		p.put(m.Evidence, theme.Muted, width)
	}
}

// Key is a key and its effect here, in up to three words.
type Key struct {
	Name, What safe.Text
	Tag        string // identifies the key when it is clicked
}

// Keys is the last line. Keys that do not fit are omitted from the right. Last,
// which opens the list of all keys, is always shown.
type Keys struct {
	Prefix safe.Text // "typing: " while the user types in a field
	Keys   []Key
	Last   Key
}

func (k Keys) draw(p *pen, width int) {
	const gap = 3
	last := width
	if k.Last != (Key{}) {
		last = max(1, width-1-k.Last.width())
	}
	p.to(1)
	p.put(k.Prefix, theme.Info, last)
	for i, key := range k.Keys {
		start := p.col
		if i > 0 {
			start += gap
		}
		if start+key.width()+gap > last {
			break
		}
		p.to(start)
		key.draw(p, last)
	}
	if k.Last != (Key{}) {
		p.to(last)
		k.Last.draw(p, width)
	}
}

func (k Key) width() int { return k.Name.Width() + 1 + k.What.Width() }

func (k Key) draw(p *pen, limit int) {
	from := p.col
	defer func() { p.note(Spot{What: OnKey, Tag: k.Tag}, from) }()
	p.put(k.Name, theme.Key, limit)
	if k.What != "" {
		p.to(min(p.col+1, limit))
		p.put(k.What, theme.Muted, limit)
	}
}
