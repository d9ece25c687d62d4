package sidebyside

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"ralsh/model/notation"
	"ralsh/ral"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
)

func (s *Screen) Close() { s.builds.Stop() }

// Start builds the compared resources as they would be declared.
func (s *Screen) Start() tea.Cmd {
	env := s.sh.Session.Env
	var decls []ral.Decl
	for _, inst := range s.founds {
		decl := ral.Decl{Type: s.typ.Name, Title: s.title}
		if d := s.sh.Basket.Find(s.typ, s.title, inst.Provider); d != nil {
			decl = d.Decl()
		}
		decl.Provider = inst.Provider.Name
		decls = append(decls, decl)
	}
	return s.builds.Start(s.sh, func(ctx context.Context) (built []*ral.Resource) {
		for _, decl := range decls {
			r, _ := env.Build(ctx, decl)
			built = append(built, r)
		}
		return built
	})
}

func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	s.filter.Paste(msg)
	if built, ok := s.builds.Done(msg); ok {
		s.built = built
	}
	switch msg.(type) {
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
// the parameters that need a feature of any provider.
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
				texts = append(texts, notation.ShowIs(a, v))
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
