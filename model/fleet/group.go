package fleet

import (
	"cmp"
	"slices"
)

// Group is hosts with the same answer.
type Group struct {
	Answers []*Answer // not empty, in the order of the targets
}

// Names returns the hosts of a group in short form.
func (g Group) Names() []string { return namesOf(g.Answers) }

// First returns the first answer; all answers are equal.
func (g Group) First() *Answer { return g.Answers[0] }

func namesOf(answers []*Answer) []string {
	names := make([]string, len(answers))
	for i, a := range answers {
		names[i] = a.Target.Name
	}
	return FoldRanges(names)
}

// GroupAnswers groups answers with the same output and end, the largest group first. It omits
// hosts on which the command did not run.
func GroupAnswers(answers []*Answer) []Group {
	return groupBy(answers, func(a *Answer) (string, bool) {
		return a.key + string(rune(a.Exit)), a.answered()
	})
}

// groupBy groups answers by a key, the largest group first. Groups of the same size are in the
// order of their hosts.
func groupBy(answers []*Answer, key func(*Answer) (key string, counts bool)) []Group {
	at := make(map[string]int)
	var groups []Group
	for _, a := range answers {
		k, counts := key(a)
		if !counts {
			continue
		}
		i, known := at[k]
		if !known {
			i, at[k] = len(groups), len(groups)
			groups = append(groups, Group{})
		}
		groups[i].Answers = append(groups[i].Answers, a)
	}
	slices.SortStableFunc(groups, func(a, b Group) int { return cmp.Compare(len(b.Answers), len(a.Answers)) })
	return groups
}

// Unanswered returns the hosts at which the command did not run to its end, by outcome and
// reason.
func Unanswered(answers []*Answer) []Group {
	return groupBy(answers, func(a *Answer) (string, bool) {
		return string(a.Outcome) + a.Reason, !a.answered()
	})
}
