package pkg

import (
	"fmt"
	"strings"

	debversion "github.com/knqyf263/go-deb-version"
)

// bounds are the conditions of a range of versions: ">=1.2 <2".
type bounds []bound

type bound struct {
	op      string
	version debversion.Version
}

func isRange(text string) bool {
	return strings.HasPrefix(text, "<") || strings.HasPrefix(text, ">")
}

// parseRange reads conditions with spaces between them; all of them must hold.
func parseRange(text string) (bounds, error) {
	var list bounds
	for _, word := range strings.Fields(text) {
		rest := strings.TrimLeft(word, "<>=")
		op := word[:len(word)-len(rest)]
		v, err := debversion.NewVersion(rest)
		if err != nil || op != "<" && op != "<=" && op != ">" && op != ">=" {
			return nil, fmt.Errorf("%q is no range of versions, such as >=1.2 <2", text)
		}
		list = append(list, bound{op, v})
	}
	return list, nil
}

func (b bounds) holds(version string) bool {
	v, err := debversion.NewVersion(version)
	if err != nil {
		return false
	}
	for _, one := range b {
		c := v.Compare(one.version)
		ok := c < 0 && one.op[0] == '<' || c > 0 && one.op[0] == '>' || c == 0 && len(one.op) == 2
		if !ok {
			return false
		}
	}
	return true
}
