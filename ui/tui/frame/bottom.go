package frame

import (
	"ralsh/ui/safe"
	"ralsh/ui/tui/theme"
)

// Message is the line above the keys: a sentence, and at the right its evidence.
type Message struct {
	Sign     Sign
	Text     safe.Text
	Style    theme.Token // of the sentence; Text is muted where no sign asks for you
	Evidence safe.Text
	Idle     bool // it only says that nothing is the matter, and gives way to a lesson
}

// messageMargin is where the sentence begins: it has a sign and no cursor.
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
	// The message goes before its evidence.
	if evidence := m.Evidence.Width(); evidence > 0 && p.col+3+evidence <= width-1 {
		p.to(width - 1 - evidence)
		p.put(m.Evidence, theme.Muted, width)
	}
}

// Key is one key and what it does here, in a word or three.
type Key struct {
	Name, What safe.Text
	Tag        string // what a click on it asks for
}

// Keys is the last line. Keys that do not fit are dropped whole from the
// right; Last, which leads to all others, never is.
type Keys struct {
	Prefix safe.Text // "typing: " while a field is typed in
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
