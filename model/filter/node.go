package filter

import (
	"errors"
	"strings"
)

// node is a part of a filter.
type node interface {
	match(m *match) (bool, error)
	text() string
}

// match is the evaluation of a filter on a host.
type match struct {
	facts Facts
	left  int // of maxWork
}

var errCostly = errors.New("the filter needs excessive time on this host: shorten its patterns")

// spend counts work, and returns errCostly above the limit.
func (m *match) spend(work int) error {
	if m.left -= work; m.left < 0 {
		return errCostly
	}
	return nil
}

type (
	anyOf   []node
	allOf   []node
	negated struct{ node }
)

func (list anyOf) match(m *match) (bool, error) {
	for _, n := range list {
		if ok, err := n.match(m); ok || err != nil {
			return ok, err
		}
	}
	return false, nil
}

func (list anyOf) text() string {
	texts := make([]string, len(list))
	for i, n := range list {
		texts[i] = n.text()
	}
	return strings.Join(texts, " or ")
}

func (list allOf) match(m *match) (bool, error) {
	for _, n := range list {
		if ok, err := n.match(m); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

func (list allOf) text() string {
	texts := make([]string, len(list))
	for i, n := range list {
		if texts[i] = n.text(); isAny(n) {
			texts[i] = "(" + texts[i] + ")"
		}
	}
	return strings.Join(texts, " and ")
}

func (n negated) match(m *match) (bool, error) {
	ok, err := n.node.match(m)
	return !ok && err == nil, err
}

func (n negated) text() string {
	if _, isAll := n.node.(allOf); isAll || isAny(n.node) {
		return "not (" + n.node.text() + ")"
	}
	return "not " + n.node.text()
}

func isAny(n node) bool {
	_, is := n.(anyOf)
	return is
}
