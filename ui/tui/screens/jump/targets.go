package jump

import (
	"iter"

	"ralsh/model"
	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
)

// known is what the names are gathered from, away from the screens: what they
// change is copied here, and what a listing has is only added to.
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

// ownScreens are the screens that have a name.
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

// screenTarget is a screen that has a name.
func screenTarget(kind kit.RouteKind) jumpTarget {
	return jumpTarget{kind: "screen", name: string(kind), to: &kit.Route{Kind: kind}}
}

// placeGroup goes through places. What it points at is good until the next one: of
// instances none is kept, because there can be 100,000.
type placeGroup = iter.Seq[*jumpTarget]

// keptGroup goes through places that are kept.
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

// count is how many places there are.
func (k known) count() int {
	n := len(k.others)
	for _, t := range k.types {
		n += len(t.entries)
	}
	return n
}

// all goes through all that can be gone to.
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

// drafted is the sign of what is staged for an instance.
func (k known) drafted(inst *ral.Instance) frame.Sign {
	if len(k.drafts) == 0 {
		return frame.NoSign
	}
	for _, d := range k.drafts[(&model.Draft{Type: inst.Type, Title: inst.Name}).Ref()] {
		if d.provider == nil || inst.Provider == nil || d.provider == inst.Provider {
			return d.sign
		}
	}
	return frame.NoSign
}

// says is what is next to the name; of a twin, who knows it too.
func (m match) says() string {
	text := m.jumpTarget.says()
	if !m.twin || m.instance.Provider == nil {
		return text
	}
	if text == "" {
		return m.instance.Provider.Name
	}
	return m.instance.Provider.Name + ", " + text
}

// says is what is next to the name.
func (j jumpTarget) says() string {
	if j.instance != nil && j.typ.Columns[0] != "" {
		return j.typ.Columns[0] + " " + kit.ShownValue(j.instance, j.typ.Columns[0])
	}
	return j.state
}

// twins marks the instances among matches that have a name in common: what distinguishes
// one from the other is who knows it.
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
