package parsedfile

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// sameLines returns the numbers of the lines with each unique key, nil without
// UniqueKey. With a name it only considers the lines of that name, because
// checking all lines for each resource takes quadratic time.
func (b *Behaviour) sameLines(file *File, only string) map[string][]int {
	if b.p.UniqueKey == nil {
		return nil
	}
	same := make(map[string][]int)
	for _, line := range file.lines {
		if line.name == "" || only != "" && line.name != only {
			continue
		}
		if key := b.p.UniqueKey(line.name, line.Record); key != "" {
			same[key] = append(same[key], line.Number)
		}
	}
	return same
}

// twice adds the finding about a line whose key is not unique.
func (b *Behaviour) twice(inst *ral.Instance, line Line, path string, same map[string][]int) {
	if b.p.UniqueKey == nil {
		return
	}
	if lines := same[b.p.UniqueKey(line.name, line.Record)]; len(lines) > 1 {
		inst.ProviderFindings = append(inst.ProviderFindings, fmt.Sprintf("lines %s of %s are %s; the last one counts", enumerated(lines), path, inst.Name))
	}
}

// enumerated formats line numbers: "3, 4 and 7".
func enumerated(lines []int) string {
	words := make([]string, len(lines))
	for i, n := range lines {
		words[i] = strconv.Itoa(n)
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// Predict says which lines a change affects if several have the name: a removal
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
	name := b.nameIn(&names{file: file}, r)
	meant, others := -1, []Line(nil)
	for i, line := range slices.Backward(file.lines) {
		switch {
		case line.name != name:
		case meant < 0:
			meant = i
		default:
			others = append(others, line)
		}
	}
	if others == nil {
		return ral.Prediction{}, nil
	}
	slices.Reverse(others)
	f := ral.Prediction{Note: fmt.Sprintf("%s:%d", at.is, file.lines[meant].Number)}
	for _, other := range others {
		if attr == "ensure" || at.is != at.wanted {
			f.Also = append(f.Also, removed(other, at.is))
		} else {
			f.Note += fmt.Sprintf("; %s:%d has the same name and stays", at.is, other.Number)
		}
	}
	return f, nil
}

// removed describes another line that is removed.
func removed(line Line, path string) string {
	return fmt.Sprintf("removes %s:%d, which has the same name and is not brought back by undo: %s", path, line.Number, strings.TrimSpace(line.Text))
}

// UniqueByName is a UniqueKey for files in which each name should occur once.
func UniqueByName(name string, _ Record) string { return name }
