package exec

import (
	"strings"

	"ralsh/ral"
	"ralsh/ral/value"
)

// requiredFiles returns the command's directory, and the programs that it and
// its checks name by full path.
func requiredFiles(r *ral.Resource) []string {
	var titles []string
	if cwd := r.Get("cwd"); !cwd.IsNil() {
		titles = append(titles, cwd.Text())
	}
	titles = appendPath(titles, r.Get("command"))
	for _, attr := range []string{"onlyif", "unless"} {
		for _, each := range r.Get(attr).Elements() {
			titles = appendPath(titles, each)
		}
	}
	return titles
}

func appendPath(titles []string, v value.Value) []string {
	if name := nameOf(v); strings.HasPrefix(name, "/") {
		return append(titles, name)
	}
	return titles
}

func requiredUser(r *ral.Resource) []string {
	if name := r.Get("user").Text(); name != "" && !whole.MatchString(name) {
		return []string{name}
	}
	return nil
}
