package compare

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
)

// sidesBuiltMsg holds the compared resources as they would be declared: with
// edits and defaults.
type sidesBuiltMsg struct {
	screen    *Screen
	gen       int
	resources []*ral.Resource
}

func (s *Screen) Start() tea.Cmd {
	s.gen++
	gen, ctx, env := s.gen, s.sh.Ctx, s.sh.Session.Env
	var decls []ral.Decl
	for _, inst := range s.founds {
		decl := ral.Decl{Type: s.typ.Name, Title: s.title}
		if d := s.sh.Basket.Find(s.typ, s.title, inst.Provider); d != nil {
			decl = d.Decl()
		}
		decl.Provider = inst.Provider.Name
		decls = append(decls, decl)
	}
	return func() tea.Msg {
		msg := sidesBuiltMsg{screen: s, gen: gen}
		for _, decl := range decls {
			r, _ := env.Build(ctx, decl)
			msg.resources = append(msg.resources, r)
		}
		return msg
	}
}

func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	s.filter.Paste(msg)
	switch msg := msg.(type) {
	case sidesBuiltMsg:
		if msg.screen == s && msg.gen == s.gen {
			s.built = msg.resources
		}
	case kit.SeenMsg, kit.DraftedMsg, kit.ChangedMsg:
		return s.Start()
	}
	return nil
}

// listed returns the parameters in the order of their definition, without the
// namevar.
func (s *Screen) listed() []*ral.Attribute {
	var list []*ral.Attribute
	for _, a := range s.typ.Order() {
		if a.Kind == ral.Param && a != s.typ.Namevars()[0] {
			list = append(list, a)
		}
	}
	return list
}

// params returns the parameters with a value or a default in any column, and
// those that need a feature that any provider has.
func (s *Screen) params(slots []frame.Slot, wide bool) []kit.PageLine {
	if len(s.built) < len(s.founds) {
		return nil
	}
	var lines []kit.PageLine
	for _, a := range s.listed() {
		known := false
		var texts []string
		sign := frame.NoSign
		for i, inst := range s.founds {
			v := s.built[i].Get(a.Name)
			lacks := inst.Provider.Lacks(a)
			switch {
			case len(lacks) > 0:
				texts, sign = append(texts, lackingText(inst.Provider, lacks, wide)), frame.SignCannot
				continue
			case !v.IsNil():
				texts = append(texts, model.ShowIs(a, v))
			case a.IsList:
				texts = append(texts, "[]")
			default:
				texts = append(texts, "-")
			}
			known = known || !v.IsNil() || len(a.Features) > 0
		}
		if known {
			lines = append(lines, sideLine(slots, a.Name, sign, texts))
		}
	}
	return lines
}
