package frame

import "ralsh/ui/safe"

// Message is the line above the keys: a sentence, then a rule to its evidence.
// Without a sentence it is a rule.
type Message struct {
	Sign     Sign
	Text     safe.Text
	Style    Style // of the sentence; a sign of SignNeeds makes it bold
	Evidence safe.Text
}

// Cut reports whether the sentence does not fit on the line.
func (m Message) Cut(width int) bool {
	end := width
	if evidence := m.Evidence.Width(); evidence > 0 {
		end = width - min(evidence, width/2) - 3
	}
	return Margin+m.Text.Width() > end
}

func (m Message) draw(p *pen, width int) {
	limit := width
	evidence := m.Evidence.Width()
	if evidence > 0 {
		evidence = min(evidence, width/2)
		limit = width - evidence - 1
	}
	if m.Text != "" {
		if m.Sign != NoSign {
			p.to(2)
			p.put(m.Sign.text(p.busyPulse), m.Sign.Reader(true), limit)
		}
		p.to(Margin)
		style := m.Style
		if m.Sign == SignNeeds {
			style |= Bold
		}
		end := limit
		if evidence > 0 {
			end -= 2
		}
		p.put(m.Text, style, end)
		p.to(min(p.col+1, limit))
	}
	p.rule(limit, false)
	if evidence > 0 {
		p.to(width - evidence)
		p.put(m.Evidence, Faint, width)
	}
}

// Key is one key and what it does here, in a word or three.
type Key struct{ Name, What safe.Text }

// Keys is the last line. Keys that do not fit are dropped whole from the
// right; Last, which leads to all others, never is.
type Keys struct {
	Prefix safe.Text // "typing: " while a field is typed in
	Keys   []Key
	Last   Key
}

func (k Keys) draw(p *pen, width int) {
	const gap = 3
	limit := width
	if k.Last != (Key{}) {
		limit = max(Margin, width-k.Last.width()-gap)
	}
	p.to(Margin)
	p.put(k.Prefix, 0, limit)
	first := true
	for _, key := range k.Keys {
		start := p.col
		if !first {
			start += gap
		}
		if start+key.width() > limit {
			break
		}
		p.to(start)
		key.draw(p, limit)
		first = false
	}
	if k.Last != (Key{}) {
		if !first {
			p.to(p.col + gap)
		}
		k.Last.draw(p, width)
	}
}

func (k Key) width() int { return k.Name.Width() + 1 + k.What.Width() }

func (k Key) draw(p *pen, limit int) {
	p.put(k.Name, 0, limit)
	if k.What != "" {
		p.to(min(p.col+1, limit))
		p.put(k.What, 0, limit)
	}
}
