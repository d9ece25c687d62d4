package theme

import "charm.land/lipgloss/v2"

// foreground returns a style with only the hue of a token.
func (p palette) foreground(t Token) lipgloss.Style {
	s := lipgloss.NewStyle()
	switch _, own := p.opt.Own[t]; {
	case p.tints():
		return s.Foreground(p.shown(t))
	case own && p.colours():
		return s.Foreground(p.opt.Profile.Convert(p.opt.Own[t]))
	case p.hues[t].ansi == "":
		// On light backgrounds faint words are not readable.
		return s.Faint(!p.opt.Light && !p.opt.HighContrast || t == Faint)
	case !p.colours():
		return s
	}
	return s.Foreground(lipgloss.Color(p.hues[t].ansi))
}

// styles returns the styles of all tokens on a plain row.
func (p palette) styles() [tokens]lipgloss.Style {
	var s [tokens]lipgloss.Style
	plain := lipgloss.NewStyle()
	for t := range s {
		s[t] = plain
	}
	for t := range p.hues {
		s[t] = p.foreground(t)
	}
	few := !p.tints()
	s[Strong] = plain.Bold(true)
	s[Key] = s[Accent].Bold(!p.colours())
	s[Match] = s[Accent].Bold(true).Underline(true)
	s[Title] = s[Accent].Bold(true)
	s[Danger] = s[Danger].Bold(few)
	s[Change] = s[Change].Bold(few && p.opt.Light)
	s[ColumnHead] = s[Muted]
	if !few {
		s[ColumnHead] = s[Muted].Underline(true).UnderlineSpaces(true).UnderlineColor(p.shown(Faint))
	}
	p.badges(&s)
	p.difference(&s)
	s[Brand] = s[Accent].Bold(true).Reverse(true)
	s[Input], s[InvalidInput] = plain.Bold(true), plain.Bold(true)
	s[ButtonOff] = s[Muted]
	if !few {
		on := p.opt.Profile.Convert(p.pick(lipgloss.Color(darkBackground), lipgloss.Color("#ffffff")))
		s[Brand] = plain.Foreground(on).Background(p.shown(Accent)).Bold(true)
		s[Input] = s[Input].Background(p.tint(Muted, .18, .18, "236", "254"))
		s[InvalidInput] = s[InvalidInput].Background(p.tint(Danger, .22, .22, "52", "224"))
		s[ButtonOff] = plain.Background(p.tint(Muted, .16, .16, "237", "252"))
	}
	s[Button] = s[Brand]
	return s
}

func (p palette) badges(s *[tokens]lipgloss.Style) {
	for badge, of := range map[Token]Token{
		BadgeNeutral: Muted, BadgeAccent: Accent, BadgeOK: OK, BadgeChange: Change,
		BadgeRemove: Remove, BadgeInfo: Info, BadgeDanger: Danger,
	} {
		s[badge] = s[of]
		if p.tints() {
			s[badge] = s[of].Background(p.tint(of, .18, .12, "236", "254"))
		}
	}
	s[BadgeDanger] = s[BadgeDanger].Bold(true)
	s[Trailing] = s[BadgeChange]
}

func (p palette) difference(s *[tokens]lipgloss.Style) {
	if !p.tints() {
		s[AddedSign], s[RemovedSign] = s[Add], s[Remove]
		s[AddedWord] = s[Add].Bold(true).Underline(true)
		s[RemovedWord] = s[Remove].Bold(true).Underline(true)
		return
	}
	plain := lipgloss.NewStyle()
	added, removed := p.tint(Add, .12, .08, "235", "194"), p.tint(Remove, .14, .09, "235", "224")
	s[AddedLine], s[AddedSign] = plain.Background(added), s[Add].Background(added)
	s[RemovedLine], s[RemovedSign] = plain.Background(removed), s[Remove].Background(removed)
	s[AddedWord] = plain.Background(p.tint(Add, .38, .25, "22", "157")).Bold(true)
	s[RemovedWord] = plain.Background(p.tint(Remove, .38, .25, "52", "217")).Bold(true)
}

func (p palette) lit(t Token, plain lipgloss.Style, row Row) lipgloss.Style {
	if row == Plain || t.filled() {
		return plain
	}
	if !p.tints() {
		switch {
		case t == Name && row == Selected:
			return plain.Reverse(true).Bold(true)
		case t == Name:
			return plain.Underline(true)
		}
		return plain
	}
	if row == Blurred {
		return plain.Background(p.tint(Muted, .13, .10, "236", "255"))
	}
	switch t {
	case Name:
		plain = plain.Bold(true)
	case Muted, Dim, Faint, ColumnHead:
		// Quiet text would be hard to read on the tint.
		plain = lipgloss.NewStyle().Foreground(p.opt.Profile.Convert(p.pick(lipgloss.Color("#a9b1c4"), lipgloss.Color("#565f73"))))
		if p.opt.HighContrast {
			plain = lipgloss.NewStyle()
		}
	}
	return plain.Background(p.tint(Accent, .20, .14, "238", "189"))
}
