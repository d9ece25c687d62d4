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

// sameLines are the numbers of the lines that are to be alone in a file, by what
// they are alone with; nil where none are. With a name it is of its lines only: to
// ask all of them for each resource would take the square of their number.
func (b *behaviour) sameLines(file *File, only string) map[string][]int {
	if b.UniqueKey == nil {
		return nil
	}
	same := make(map[string][]int)
	for _, line := range file.lines {
		if line.name == "" || only != "" && line.name != only {
			continue
		}
		if key := b.UniqueKey(line.name, line.Record); key != "" {
			same[key] = append(same[key], line.Number)
		}
	}
	return same
}

// twice is the finding about a line that should be alone in its file.
func (b *behaviour) twice(inst *ral.Instance, line Line, path string, same map[string][]int) {
	if b.UniqueKey == nil {
		return
	}
	if lines := same[b.UniqueKey(line.name, line.Record)]; len(lines) > 1 {
		inst.ProviderFindings = append(inst.ProviderFindings, fmt.Sprintf("lines %s of %s are %s; the last one counts", enumerated(lines), path, inst.Name))
	}
}

// enumerated is "3, 4 and 7".
func enumerated(lines []int) string {
	words := make([]string, len(lines))
	for i, n := range lines {
		words[i] = strconv.Itoa(n)
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// Predict says which line a change is about where several have the name: it
// removes all of them, and changes the last.
func (b *behaviour) Predict(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, should value.Value) (ral.Prediction, error) {
	if attr == "ensure" && !should.IsAbsent() || len(r.Pending) > 0 {
		return ral.Prediction{}, nil // the first of several changes said it
	}
	at, err := b.ways(ctx, rd, r)
	if err != nil {
		return ral.Prediction{}, nil
	}
	file, err := b.store.Load(ctx, rd, at.is)
	if err != nil {
		return ral.Prediction{}, nil // a file that is not there has no lines
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
			f.Also = append(f.Also, b.removed(other, at.is))
		} else {
			f.Note += fmt.Sprintf("; %s:%d has the same name and stays", at.is, other.Number)
		}
	}
	return f, nil
}

// removed says which line goes too.
func (b *behaviour) removed(line Line, path string) string {
	text := fmt.Sprintf("removes %s:%d, which has the same name and is not brought back by undo", path, line.Number)
	if b.Write.Secret {
		return text
	}
	return text + ": " + strings.TrimSpace(line.Text)
}

// UniqueByName is a UniqueKey of files in which each name should stand once.
func UniqueByName(name string, _ Record) string { return name }
