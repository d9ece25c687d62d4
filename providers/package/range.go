package pkg

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	debversion "github.com/knqyf263/go-deb-version"
	rpmversion "github.com/knqyf263/go-rpm-version"
)

// bounds are the conditions of a range of versions, for example ">=1.2 <2".
type bounds struct {
	conditions [][2]string // an operator and a version
	compare    func(a, b string) (int, error)
}

func isRange(text string) bool {
	return strings.HasPrefix(text, "<") || strings.HasPrefix(text, ">")
}

func parseRange(text string) (bounds, error)    { return parseBounds(text, compareDebian) }
func parseRPMRange(text string) (bounds, error) { return parseBounds(text, compareEVR) }

// parseBounds reads conditions separated by spaces. All conditions must hold.
func parseBounds(text string, compare func(a, b string) (int, error)) (bounds, error) {
	list := bounds{compare: compare}
	for _, word := range strings.Fields(text) {
		version := strings.TrimLeft(word, "<>=")
		op := word[:len(word)-len(version)]
		if _, err := compare(version, version); err != nil || !slices.Contains([]string{"<", "<=", ">", ">="}, op) {
			return bounds{}, fmt.Errorf("%q is not a range of versions (example: >=1.2 <2)", text)
		}
		list.conditions = append(list.conditions, [2]string{op, version})
	}
	return list, nil
}

func (b bounds) holds(version string) bool {
	for _, c := range b.conditions {
		n, err := b.compare(version, c[1])
		ok := n < 0 && c[0][0] == '<' || n > 0 && c[0][0] == '>' || n == 0 && len(c[0]) == 2
		if err != nil || !ok {
			return false
		}
	}
	return true
}

// compareDebian orders versions of Debian packages (deb-version(7)).
func compareDebian(a, b string) (int, error) {
	v, err := debversion.NewVersion(a)
	if err != nil {
		return 0, err
	}
	w, err := debversion.NewVersion(b)
	return v.Compare(w), err
}

// olderDebian reports whether version a is lower than b.
func olderDebian(a, b string) bool {
	n, err := compareDebian(a, b)
	return err == nil && n < 0
}

// compareEVR orders versions of rpm packages (rpm-version(7)).
func compareEVR(a, b string) (int, error) {
	if a == "" || b == "" {
		return 0, errors.New("a version must not be empty")
	}
	v := rpmversion.NewVersion(a)
	return v.Compare(rpmversion.NewVersion(b)), nil
}

// olderEVR reports whether version a is lower than b.
func olderEVR(a, b string) bool {
	n, err := compareEVR(a, b)
	return err == nil && n < 0
}
