package repository

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var (
	// ruleHeading matches a rule in docs/semantics.md: a list item or a row.
	ruleHeading = regexp.MustCompile(`(?m)^(?:- \*\*|\| )([A-Z]\d+[a-z]?)(?:\*\*| \|)`)
	// citation matches a citation in a comment: semantics.md A28, A30; or (A28)
	// alone.
	citation = regexp.MustCompile(`semantics(?:\.md)?((?:[ ,]|and|\d|[A-Z]\d+[a-z]?(?:-[A-Z]?\d+)?)+)|\(([A-Z]\d+(?:, [A-Z]\d+)*)\)`)
	// ruleID matches one id in a citation, or a range of ids.
	ruleID = regexp.MustCompile(`([A-Z])(\d+)[a-z]?(?:-[A-Z]?(\d+))?`)
)

// TestSemanticsCited checks that docs/semantics.md has each rule that a comment
// cites, and has no rule twice.
func TestSemanticsCited(t *testing.T) {
	inTop(t)
	known := make(map[string]bool)
	for _, m := range ruleHeading.FindAllStringSubmatch(read(t, "docs/semantics.md"), -1) {
		if known[m[1]] {
			t.Errorf("docs/semantics.md has %s twice", m[1])
		}
		known[m[1]] = true
	}
	cited := make(map[string]bool)
	for _, path := range goFiles(t) {
		for _, c := range citedIn(t, path) {
			cited[c] = true
			if !known[c] {
				t.Errorf("%s cites %s, which docs/semantics.md does not have", path, c)
			}
		}
	}
	if len(cited) < 120 {
		t.Errorf("only %d rules are cited; is the pattern of citations still right?", len(cited))
	}
}

// goFiles returns the Go files of the module, without those in testdata.
func goFiles(t *testing.T) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == ".git"):
			return filepath.SkipDir
		case !d.IsDir() && strings.HasSuffix(path, ".go"):
			paths = append(paths, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// citedIn returns the ids that the comments of a Go file cite.
func citedIn(t *testing.T, path string) (ids []string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	for _, group := range f.Comments {
		ids = append(ids, rulesOf(group.Text())...)
	}
	return ids
}

// rulesOf returns the ids that a comment cites, including each id of a range.
func rulesOf(comment string) (ids []string) {
	comment = strings.Join(strings.Fields(comment), " ")
	for _, c := range citation.FindAllStringSubmatch(comment, -1) {
		for _, m := range ruleID.FindAllStringSubmatch(c[1]+c[2], -1) {
			from, _ := strconv.Atoi(m[2])
			to := from
			if m[3] != "" {
				to, _ = strconv.Atoi(m[3])
			}
			ids = append(ids, m[1]+m[2])
			for n := from + 1; n <= to; n++ {
				ids = append(ids, m[1]+strconv.Itoa(n))
			}
		}
	}
	return ids
}

func TestRulesOf(t *testing.T) {
	for comment, want := range map[string]string{
		"Truthy is false for nil (semantics.md L5, A26).": "L5 A26",
		"dropped (A28)":                                           "A28",
		"a pattern (semantics.md A1-A3).":                         "A1 A2 A3",
		"no default (semantics.md 8, B1): the\nonly one":          "B1",
		"lines (semantics.md\nS4-S6).":                            "S4 S5 S6",
		"lets stand: DEL, the C1 controls; P256, F1 for f1, X509": "",
	} {
		if got := rulesOf(comment); !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("%q cites %q, want %q", comment, got, want)
		}
	}
}
