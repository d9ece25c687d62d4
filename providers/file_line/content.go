package fileline

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"
)

// content is a file as lines, which are found by their text and their first bytes. Each
// change takes the same time in a small and in a large file.
type content struct {
	top     node // before the first line of a ring
	whole   map[string][]*node
	heads   map[int]map[string][]*node // lines by their first bytes, by the number of bytes
	sorted  bool                       // the numbers are in order
	counted bool                       // and are those of the file
}

// node is a line in its ring.
type node struct {
	line
	prev, next *node
	number     int // from 1
	gone       bool
}

func contentOf(t text) *content {
	nodes := make([]node, len(t))
	c := &content{whole: make(map[string][]*node, len(t)), heads: make(map[int]map[string][]*node)}
	c.top.prev, c.top.next = &c.top, &c.top
	for i, l := range t {
		nodes[i].line = l
		c.link(c.top.prev, &nodes[i])
		c.enter(&nodes[i])
	}
	c.number()
	return c
}

// lines returns a copy of the lines.
func (c *content) lines() text {
	var t text
	for n := c.top.next; n != &c.top; n = n.next {
		t = append(t, n.line)
	}
	return t
}

func (c *content) link(behind, n *node) {
	n.prev, n.next = behind, behind.next
	behind.next.prev, behind.next = n, n
}

// number numbers the lines.
func (c *content) number() {
	for n := c.top.next; n != &c.top; n = n.next {
		n.number = n.prev.number + 1
	}
	c.sorted, c.counted = true, true
}

// numberOf returns the number of a line, from 1.
func (c *content) numberOf(n *node) int {
	if !c.counted {
		c.number()
	}
	return n.number
}

// equal returns the lines with a text, in order.
func (c *content) equal(body string) []*node {
	return c.among(c.whole[body], func(l line) bool { return l.body == body })
}

// matching returns the lines that match a pattern, in order.
func (c *content) matching(w desiredLine, re *regexp.Regexp) []*node {
	matches := func(l line) bool { return w.matches(re, l) }
	if head := head(re); head != "" && !w.latin1 {
		return c.among(c.beginning(head), matches)
	}
	if text := within(re); text != "" && !w.latin1 {
		matches = func(l line) bool { return strings.Contains(l.body, text) && re.MatchString(l.body) }
	}
	var list []*node
	for n := c.top.next; n != &c.top; n = n.next {
		if matches(n.line) {
			list = append(list, n)
		}
	}
	return list
}

// among returns the remaining lines of a list that fit, in order. A list may contain
// lines whose text changed.
func (c *content) among(lines []*node, fits func(line) bool) []*node {
	var list []*node
	for _, n := range lines {
		if !n.gone && fits(n.line) {
			list = append(list, n)
		}
	}
	if len(list) < 2 {
		return list
	}
	if !c.sorted {
		c.number()
	}
	slices.SortFunc(list, func(a, b *node) int { return a.number - b.number })
	return slices.Compact(list)
}

// beginning returns the lines that may begin with a text.
func (c *content) beginning(head string) []*node {
	byHead := c.heads[len(head)]
	if byHead == nil {
		byHead = make(map[string][]*node)
		for n := c.top.next; n != &c.top; n = n.next {
			if len(n.body) >= len(head) {
				byHead[n.body[:len(head)]] = append(byHead[n.body[:len(head)]], n)
			}
		}
		c.heads[len(head)] = byHead
	}
	return byHead[head]
}

// head returns the text at the beginning of each line that matches a pattern.
func head(re *regexp.Regexp) string {
	tree, err := syntax.Parse(re.String(), syntax.Perl)
	if err != nil || tree.Op != syntax.OpConcat || len(tree.Sub) < 2 {
		return ""
	}
	if first := tree.Sub[0].Op; first != syntax.OpBeginLine && first != syntax.OpBeginText {
		return ""
	}
	return literal(tree.Sub[1])
}

// within returns a text in each line that matches a pattern, the longest that is plain.
func within(re *regexp.Regexp) string {
	tree, err := syntax.Parse(re.String(), syntax.Perl)
	if err != nil {
		return ""
	}
	longest := literal(tree)
	for _, sub := range tree.Sub {
		if text := literal(sub); tree.Op == syntax.OpConcat && len(text) > len(longest) {
			longest = text
		}
	}
	return longest
}

// literal returns the text of a plain part of a pattern. U+FFFD also matches a byte that is
// no letter.
func literal(tree *syntax.Regexp) string {
	if tree.Op != syntax.OpLiteral || tree.Flags&syntax.FoldCase != 0 || slices.Contains(tree.Rune, utf8.RuneError) {
		return ""
	}
	return string(tree.Rune)
}

func (c *content) set(n *node, body string) {
	n.body = body
	c.enter(n)
}

// enter adds a line with a new text to the indexes.
func (c *content) enter(n *node) {
	c.whole[n.body] = append(c.whole[n.body], n)
	for size, byHead := range c.heads {
		if len(n.body) >= size {
			byHead[n.body[:size]] = append(byHead[n.body[:size]], n)
		}
	}
}

func (c *content) remove(lines []*node) {
	for _, n := range lines {
		n.gone = true
		n.prev.next, n.next.prev = n.next, n.prev
		c.counted = false
	}
}

// append adds a line at the end.
func (c *content) append(body string) { c.insert(c.top.prev, body) }

// insert adds a line behind another, with the ending of the lines before it.
func (c *content) insert(behind *node, body string) {
	end := "\n"
	for n := behind; n != &c.top; n = n.prev {
		if n.end != "" {
			end = n.end
			break
		}
	}
	if behind != &c.top && behind.end == "" {
		behind.end = end
	}
	n := &node{line: line{body, end}}
	c.link(behind, n)
	c.enter(n)
	if n.next == &c.top {
		n.number = behind.number + 1
	} else {
		c.sorted, c.counted = false, false
	}
}
