package repository

import (
	"io/fs"
	"maps"
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
	codePattern    = regexp.MustCompile("(?s)\n```.*?\n```|`[^`\n]*`")
)

// documents returns the names of all documents of the repository.
func documents(t *testing.T) (names []string) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == ".git"):
			return fs.SkipDir
		case strings.HasSuffix(path, ".md"):
			names = append(names, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// linksOf returns the files and anchors to which a document links.
func linksOf(t *testing.T, page string) (links [][2]string) {
	t.Helper()
	text := codePattern.ReplaceAllString(read(t, page), "")
	for _, m := range linkPattern.FindAllStringSubmatch(text, -1) {
		link := m[1] + m[2]
		if strings.Contains(link, "://") {
			continue
		}
		name, anchor, _ := strings.Cut(link, "#")
		file := page
		if name != "" {
			file = filepath.Join(filepath.Dir(page), name)
		}
		links = append(links, [2]string{file, anchor})
	}
	return links
}

// TestLinks checks that each relative link in a document leads to a file, and to a
// heading in it if the link has an anchor.
func TestLinks(t *testing.T) {
	inTop(t)
	for _, page := range documents(t) {
		for _, link := range linksOf(t, page) {
			file, anchor := link[0], link[1]
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s: %v", page, err)
			} else if anchor != "" && !anchors(read(t, file))[anchor] {
				t.Errorf("%s: no heading of %s has the anchor %s", page, file, anchor)
			}
		}
	}
}

// TestPagesAreFound checks that README.md, or a page that it links to, links to each
// document.
func TestPagesAreFound(t *testing.T) {
	inTop(t)
	found := map[string]bool{"README.md": true}
	for range 2 {
		for page := range maps.Clone(found) {
			if !strings.HasSuffix(page, ".md") {
				continue
			}
			for _, link := range linksOf(t, page) {
				found[link[0]] = true
			}
		}
	}
	for _, page := range documents(t) {
		if !found[page] {
			t.Errorf("neither README.md nor a page that it links to has a link to %s", page)
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
