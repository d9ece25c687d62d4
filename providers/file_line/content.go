package fileline

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"sync"
)

// content is a file as lines, indexed by their text and their first bytes. Removed lines
// stay in text until the next insertion.
type content struct {
	text text
	gone map[int]bool // by line

	mu    sync.Mutex
	heads map[int]map[string][]int // lines by their first bytes, by the number of bytes
	whole map[string][]int         // lines by their text
}

func contentOf(t text) *content {
	c := &content{}
	c.reset(t)
	return c
}

func (c *content) reset(t text) {
	c.text, c.gone = t, make(map[int]bool)
	c.heads, c.whole = make(map[int]map[string][]int), make(map[string][]int, len(t))
	for i, l := range t {
		c.whole[l.body] = append(c.whole[l.body], i)
	}
}

// left returns a copy of the lines that were not removed.
func (c *content) left() text {
	left := make(text, 0, len(c.text))
	for i, l := range c.text {
		if !c.gone[i] {
			left = append(left, l)
		}
	}
	return left
}

// settle drops removed lines, so that the index of a line is its position.
func (c *content) settle() {
	if len(c.gone) > 0 {
		c.reset(c.left())
	}
}

// number returns the number of a line, from 1.
func (c *content) number(at int) int {
	n := at + 1
	for i := range c.gone {
		if i < at {
			n--
		}
	}
	return n
}

// equal returns the lines with a text, in order.
func (c *content) equal(body string) []int {
	return c.among(c.whole[body], func(l line) bool { return l.body == body })
}

// matching returns the lines that match a pattern, in order.
func (c *content) matching(w desiredLine, re *regexp.Regexp) []int {
	matches := func(l line) bool { return w.matches(re, l) }
	if head := head(re); head != "" && !w.latin1 {
		return c.among(c.beginning(head), matches)
	}
	var list []int
	for i, l := range c.text {
		if !c.gone[i] && matches(l) {
			list = append(list, i)
		}
	}
	return list
}

// among returns the remaining lines of a list that fit, in order. A list may contain the
// numbers of lines whose text changed.
func (c *content) among(lines []int, fits func(line) bool) []int {
	var list []int
	for _, i := range lines {
		if !c.gone[i] && fits(c.text[i]) {
			list = append(list, i)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// beginning returns the lines that may begin with a text.
func (c *content) beginning(head string) []int {
	c.mu.Lock()
	defer c.mu.Unlock()
	byHead := c.heads[len(head)]
	if byHead == nil {
		byHead = make(map[string][]int)
		for i, l := range c.text {
			if len(l.body) >= len(head) {
				byHead[l.body[:len(head)]] = append(byHead[l.body[:len(head)]], i)
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
	first, second := tree.Sub[0].Op, tree.Sub[1]
	if first != syntax.OpBeginLine && first != syntax.OpBeginText || second.Op != syntax.OpLiteral || second.Flags&syntax.FoldCase != 0 {
		return ""
	}
	return string(second.Rune)
}

func (c *content) set(i int, body string) {
	c.text[i].body = body
	c.enter(i)
}

// enter adds a line with a new text to the indexes.
func (c *content) enter(i int) {
	body := c.text[i].body
	c.whole[body] = append(c.whole[body], i)
	for n, byHead := range c.heads {
		if len(body) >= n {
			byHead[body[:n]] = append(byHead[body[:n]], i)
		}
	}
}

func (c *content) remove(lines []int) {
	for _, i := range lines {
		c.gone[i] = true
	}
}

func (c *content) append(body string) {
	c.settle()
	c.text = c.text.insert(len(c.text), body)
	c.enter(len(c.text) - 1)
}

// insert adds a line behind each of the given lines; the content is settled.
func (c *content) insert(behind []int, body string) {
	t := c.text
	for _, i := range slices.Backward(behind) {
		t = t.insert(i+1, body)
	}
	c.reset(t)
}
