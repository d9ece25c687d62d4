package ruby

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/lazyre"
)

// Fact is a custom fact of modules.
type Fact struct {
	Name  string
	Files []string // all that define it, in order of precedence
	// Weight is the weight of the heaviest resolution: has_weight, otherwise the number
	// of its confines.
	Weight int
}

// maxFactFile is the largest file of facts that is read, in bytes.
const maxFactFile = 1 << 20

// Facts returns the custom facts of the modules, by the text of their files. It starts
// no Ruby.
func (b *Bridge) Facts() []Fact { return b.own.facts }

// HasFact reports whether modules define a fact.
func (b *Bridge) HasFact(name string) bool { return b.own.named[name] != nil }

// findFacts reads the files of facts.
func (b *Bridge) findFacts(ctx context.Context) {
	var dirs []string
	for _, m := range b.opt.Modules {
		dirs = append(dirs, path.Join(m.Path, "lib/facter"))
	}
	if b.opt.Synced != "" {
		dirs = append(dirs, path.Join(b.opt.Synced, "lib/facter"))
	}
	seen := map[string]bool{} // Ruby loads the first file of a name
	b.own.named = map[string]*Fact{}
	for _, dir := range dirs {
		names, err := b.rd.ReadDir(ctx, dir)
		if err != nil {
			continue
		}
		for _, name := range names {
			if path.Ext(name) == ".rb" && !seen[name] {
				seen[name] = true
				b.own.file(ctx, b.rd, path.Join(dir, name))
			}
		}
	}
	b.own.files = map[string]*factFiles{}
	for _, f := range b.own.named {
		b.own.facts = append(b.own.facts, *f)
		if b.own.files[f.files()] == nil {
			b.own.files[f.files()] = &factFiles{turn: make(chan struct{}, 1), away: make(chan struct{})}
		}
	}
	slices.SortFunc(b.own.facts, func(a, b Fact) int { return cmp.Compare(a.Name, b.Name) })
}

// ownFacts are the facts of the modules.
type ownFacts struct {
	facts []Fact
	named map[string]*Fact
	files map[string]*factFiles // by Fact.files
	slots chan struct{}
	limit time.Duration // of a fact
}

// files identifies the files of a fact.
func (f Fact) files() string { return strings.Join(f.Files, ":") }

func (o *ownFacts) file(ctx context.Context, rd host.Reader, file string) {
	info, err := rd.Stat(ctx, file)
	if err != nil || !info.Mode.IsRegular() || info.Size > maxFactFile {
		return
	}
	data, err := rd.ReadFile(ctx, file)
	if err != nil {
		return
	}
	for name, weight := range factsIn(string(data), strings.TrimSuffix(path.Base(file), ".rb")) {
		f := o.named[name]
		if f == nil {
			f = &Fact{Name: name, Weight: weight}
			o.named[name] = f
		}
		f.Weight = max(f.Weight, weight)
		if !slices.Contains(f.Files, file) {
			f.Files = append(f.Files, file)
		}
	}
}

var (
	comment  = lazyre.New(`(?m)^\s*#.*$`)
	defines  = lazyre.New(`\bFacter\s*\.\s*(?:add|define_fact)\b\s*\(?\s*(?::"([^"\\#]+)"|:(\w+)|"([^"\\#]+)"|'([^'\\]+)')?`)
	weighs   = lazyre.New(`\b(?:has_weight|:?weight:?)\s*\(?\s*(?:=>\s*)?(\d+)`)
	confines = lazyre.New(`(?m)(?:^\s*|[;{|]\s*)confine\b`)
)

// factsIn returns the facts that a file defines, with their weights. It cannot read
// computed names; if it finds no name, the name of the file is the fact.
func factsIn(text, file string) map[string]int {
	found := map[string]int{}
	text = comment.ReplaceAllString(text, "")
	all := defines.Regexp().FindAllStringSubmatchIndex(text, -1)
	for i, at := range all {
		name := ""
		for g := 2; g < len(at); g += 2 {
			if at[g] >= 0 {
				name = strings.ToLower(text[at[g]:at[g+1]])
			}
		}
		if name == "" {
			continue
		}
		end := len(text)
		if i+1 < len(all) {
			end = all[i+1][0]
		}
		found[name] = max(found[name], weightOf(text[at[1]:end]))
	}
	if len(found) == 0 {
		found[strings.ToLower(file)] = 0
	}
	return found
}

// weightOf returns the weight of the resolutions in a text.
func weightOf(text string) int {
	heaviest, said := 0, false
	for _, m := range weighs.Regexp().FindAllStringSubmatch(text, -1) {
		if n, err := strconv.Atoi(m[1]); err == nil {
			heaviest, said = max(heaviest, n), true
		}
	}
	if !said {
		return len(confines.Regexp().FindAllString(text, -1))
	}
	return heaviest
}
