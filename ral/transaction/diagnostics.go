package transaction

import (
	"slices"
	"strings"

	"ralsh/ral"
)

// Diagnostics returns the diagnostics in an error of NewPlan or OrderOf, each with its
// position, sorted by position. It returns false for other errors.
func Diagnostics(err error, decls []ral.Decl) (ral.Diags, bool) {
	var list ral.Diags
	switch e := err.(type) {
	case *Refusal:
		for _, one := range e.Errs {
			some, ok := Diagnostics(one, decls)
			if !ok {
				return nil, false
			}
			list = append(list, some...)
		}
	case ral.Diags:
		list = slices.Clone(e)
	case *DuplicateError:
		list = ral.Diags{{Pos: e.Pos, Message: "Duplicate declaration: " + e.Ref + " is already declared" + where(" at ", e.First) + "; cannot redeclare"}}
	case *AliasError:
		other := strings.Join(e.Names, ", ")
		list = ral.Diags{{Pos: e.Pos, Message: e.Ref + " cannot be called " + other + ": " + e.Type + "[" + other + "] is already declared" + where(" at ", e.First)}}
	case *MissingError:
		list = ral.Diags{{Kind: ral.MissingTarget, Pos: e.Pos, Nearest: e.Nearest, Message: e.Error()}}
	case *ScheduleError:
		list = ral.Diags{{Pos: e.Pos, Message: "Could not find schedule " + e.Name + " of " + e.Step.Ref()}}
	case *CycleError:
		list = e.findings(decls)
	default:
		return nil, false
	}
	list.Sort()
	return list, true
}

// findings reports each cycle at the position of its first resource, and includes the
// positions of the rest. A container whose begin and end wait for each other is a
// cycle.
func (e *CycleError) findings(decls []ral.Decl) ral.Diags {
	pos := make(map[string]string)
	for _, d := range decls {
		pos[d.Ref()] = d.Pos
	}
	var list ral.Diags
	told := make(map[string]bool)
	for _, path := range e.Cycles {
		path = brief(path)
		text := strings.Join(path, " => ")
		if told[text] {
			continue
		}
		told[text] = true
		list = append(list, ral.Diag{Pos: pos[path[0]], Message: path[0] + " is in a dependency cycle: (" + text + ")"})
		for i, ref := range path[1:] {
			if pos[ref] != "" && !slices.Contains(path[:i+1], ref) {
				list = append(list, ral.Diag{Pos: pos[ref], Message: ref + " is in the dependency cycle of " + path[0]})
			}
		}
	}
	return list
}
