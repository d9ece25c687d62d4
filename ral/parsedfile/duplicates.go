package parsedfile

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// twice adds the finding about a line whose key is not unique.
func (b *Behaviour) twice(inst *ral.Instance, line Line, path string, named *names) {
	if b.p.UniqueKey == nil {
		return
	}
	all := named.lines(line.name)
	key := b.p.UniqueKey(line.name, line.Record)
	if len(all) < 2 || key == "" {
		return
	}
	var same []int
	for _, at := range all {
		if other := named.file.lines[at]; b.p.UniqueKey(other.name, other.Record) == key {
			same = append(same, other.Number)
		}
	}
	if len(same) > 1 {
		counts := "the last line counts"
		if b.p.FirstUsedBy != "" {
			counts = "ralsh manages the last line, " + b.p.FirstUsedBy + " uses the first line"
		}
		inst.ProviderFindings = append(inst.ProviderFindings, fmt.Sprintf("lines %s of %s are %s; %s", enumerated(same), path, inst.Name, counts))
	}
}

// enumerated formats line numbers: "3, 4 and 7". Of many it names the first few and
// the last.
func enumerated(lines []int) string {
	const few = 10
	var words []string
	for _, n := range lines[:min(len(lines)-1, few)] {
		words = append(words, strconv.Itoa(n))
	}
	if more := len(lines) - 1 - few; more > 0 {
		words = append(words, fmt.Sprintf("%d more", more))
	}
	return strings.Join(words, ", ") + " and " + strconv.Itoa(lines[len(lines)-1])
}

// Predict reports which lines a change affects if several have the name: a removal
// removes all of them, a change applies to the last.
func (b *Behaviour) Predict(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, should value.Value) (ral.Prediction, error) {
	if attr == "ensure" && !should.IsAbsent() || len(r.Pending) > 0 {
		return ral.Prediction{}, nil // the first of several changes predicted it
	}
	at, err := b.ways(ctx, rd, r)
	if err != nil {
		return ral.Prediction{}, nil
	}
	file, err := b.store.Load(ctx, rd, at.is)
	if err != nil {
		return ral.Prediction{}, nil // a missing file has no lines
	}
	named := b.names(at.is, file)
	all := named.lines(b.nameIn(named, r))
	if len(all) < 2 {
		return ral.Prediction{}, nil
	}
	last := len(all) - 1
	used := b.p.FirstUsedBy == ""
	f := ral.Prediction{Note: fmt.Sprintf("%s:%d", at.is, file.lines[all[last]].Number)}
	for _, i := range all[:last] {
		other := file.lines[i]
		if attr == "ensure" || at.is != at.desired {
			f.Also = append(f.Also, removed(other, at.is))
		} else {
			f.Note += fmt.Sprintf("; %s:%d has the same name and stays", at.is, other.Number)
			if !used && b.sameKey(other, file.lines[all[last]]) {
				used = true
				f.Note += ", and " + b.p.FirstUsedBy + " uses it"
			}
		}
	}
	return f, nil
}

func (b *Behaviour) sameKey(one, other Line) bool {
	return b.p.UniqueKey != nil && b.p.UniqueKey(one.name, one.Record) == b.p.UniqueKey(other.name, other.Record)
}

// removed describes a further line that a removal removes.
func removed(line Line, path string) string {
	return fmt.Sprintf("removes %s:%d, which has the same name; undo does not restore it: %s", path, line.Number, strings.TrimSpace(line.Text))
}

// UniqueByName is a UniqueKey for files in which each name should occur once.
func UniqueByName(name string, _ Record) string { return name }
