package jump

import (
	"iter"

	"ralsh/model/draft"
	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
)

// known contains the sources of names, for use in a command. Data that screens
// modify is copied; the entries of a listing only grow.
type known struct {
	sh     *kit.Shared
	types  []knownType
	drafts map[string][]knownDraft // by type and name
	others []jumpTarget
}

type knownType struct {
	typ     *ral.Type
	entries []listings.Entry
}

type knownDraft struct {
	provider *ral.Provider
	sign     frame.Sign
}

func knownNow(sh *kit.Shared) known {
	k := known{sh: sh, drafts: make(map[string][]knownDraft)}
	for _, d := range sh.Basket.Drafts() {
		k.drafts[d.Ref()] = append(k.drafts[d.Ref()], knownDraft{d.Provider, kit.EffectSign(sh.Basket.EffectOf(d))})
	}
	for _, t := range sh.Session.Types() {
		l := sh.Listings.Of(t)
		k.types = append(k.types, knownType{t, l.Entries})
		k.others = append(k.others, jumpTarget{kind: "type", name: t.Name, state: t.Summary, sign: kit.TypeSign(l), to: &kit.Route{Kind: kit.RouteType, Typ: t.Name}})
	}
	k.others = append(k.others, ownScreens(sh)...)
	return k
}

// ownScreens returns the screens that have a name.
func ownScreens(sh *kit.Shared) []jumpTarget {
	var list []jumpTarget
	for _, kind := range sh.Named {
		list = append(list, screenTarget(kind))
	}
	if sh.Welcome.Any() {
		list = append(list, screenTarget(kit.RouteWelcome))
	}
	return list
}

func screenTarget(kind kit.RouteKind) jumpTarget {
	return jumpTarget{kind: "screen", name: string(kind), to: &kit.Route{Kind: kind}}
}

// placeGroup iterates over targets. The pointer is valid only until the next
// iteration: targets of instances are not stored, because there can be 100,000.
type placeGroup = iter.Seq[*jumpTarget]

// keptGroup iterates over stored targets.
func keptGroup(list []jumpTarget) placeGroup {
	return func(yield func(*jumpTarget) bool) {
		for i := range list {
			if !yield(&list[i]) {
				return
			}
		}
	}
}

// withFacts adds the names of the facts.
func (k known) withFacts() known {
	if k.sh.Session.Facts != nil {
		for _, name := range k.sh.Session.Facts.Known() {
			k.others = append(k.others, jumpTarget{kind: "fact", name: name, to: &kit.Route{Kind: kit.RouteFacts, Name: name}})
		}
	}
	return k
}

// count returns the number of targets.
func (k known) count() int {
	n := len(k.others)
	for _, t := range k.types {
		n += len(t.entries)
	}
	return n
}

// all iterates over all targets.
func (k known) all(yield func(*jumpTarget) bool) {
	for i := range k.others {
		if !yield(&k.others[i]) {
			return
		}
	}
	var j jumpTarget
	for _, t := range k.types {
		for _, e := range t.entries {
			j = jumpTarget{kind: t.typ.Name, name: e.Instance.Name, typ: t.typ, instance: e.Instance, sign: k.drafted(e.Instance)}
			if !yield(&j) {
				return
			}
		}
	}
}

func (k known) drafted(inst *ral.Instance) frame.Sign {
	if len(k.drafts) == 0 {
		return frame.NoSign
	}
	for _, d := range k.drafts[(&draft.Draft{Type: inst.Type, Title: inst.Name}).Ref()] {
		if d.provider == nil || inst.Provider == nil || d.provider == inst.Provider {
			return d.sign
		}
	}
	return frame.NoSign
}

// note returns the text next to the name, with the provider if a second match
// has the same name.
func (m match) note() string {
	text := m.jumpTarget.note()
	if !m.twin || m.instance.Provider == nil {
		return text
	}
	if text == "" {
		return m.instance.Provider.Name
	}
	return m.instance.Provider.Name + ", " + text
}

// note returns the text next to the name.
func (j jumpTarget) note() string {
	if j.instance != nil && j.typ.Columns[0] != "" {
		return j.typ.Columns[0] + " " + kit.ShownValue(j.instance, j.typ.Columns[0])
	}
	return j.state
}

// twins marks instances with the same name, which are distinguished by their
// providers.
func twins(found []match) {
	first := make(map[[2]string]int)
	for i, m := range found {
		if m.instance == nil {
			continue
		}
		id := [2]string{m.kind, m.name}
		if other, ok := first[id]; ok {
			found[i].twin, found[other].twin = true, true
		} else {
			first[id] = i
		}
	}
}
