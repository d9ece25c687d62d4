package repository

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	linkPattern    = regexp.MustCompile(`\]\(([^)\s]+)\)|<img src="([^"]+)"`)
	headingPattern = regexp.MustCompile(`(?m)^#+ (.+)$`)
	anchorDropped  = regexp.MustCompile(`[^a-z0-9 _-]`)
)

// TestDocumentLinks checks that each relative link in a document leads to a file, and to
// a heading in it if the link has an anchor.
func TestDocumentLinks(t *testing.T) {
	inTop(t)
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(pages, "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range linkPattern.FindAllStringSubmatch(string(text), -1) {
			link := m[1] + m[2]
			if strings.Contains(link, "://") {
				continue
			}
			name, anchor, _ := strings.Cut(link, "#")
			file := filepath.Join(filepath.Dir(page), name)
			if name == "" {
				file = page
			}
			target, err := os.ReadFile(file)
			if info, statErr := os.Stat(file); statErr == nil && info.IsDir() {
				continue
			}
			if err != nil {
				t.Errorf("%s: %v", page, err)
			} else if anchor != "" && !anchors(string(target))[anchor] {
				t.Errorf("%s: no heading of %s has the anchor %s", page, file, anchor)
			}
		}
	}
}

// anchors returns the anchors that GitHub gives to the headings of a page.
func anchors(page string) map[string]bool {
	found := make(map[string]bool)
	for _, m := range headingPattern.FindAllStringSubmatch(page, -1) {
		found[strings.ReplaceAll(anchorDropped.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-")] = true
	}
	return found
}
