package transaction

import "strings"

// Output returns the output lines of the commands of a change, if the resource reports
// them: logoutput of exec is true, false or on_failure. For a command whose output is
// always hidden it returns a single line with this information.
func Output(s *Step, c *Change) []string {
	switch s.Resource.Get("logoutput").Text() {
	case "true":
	case "on_failure":
		if c.Status != Failed {
			return nil
		}
	default:
		return nil
	}
	var list []string
	for _, d := range s.Results {
		for _, text := range [][]byte{d.Result.Stdout, d.Result.Stderr} {
			if trimmed := strings.TrimRight(string(text), "\n"); trimmed != "" {
				list = append(list, strings.Split(trimmed, "\n")...)
			}
		}
	}
	for _, name := range []string{"command", "onlyif", "unless"} {
		if s.Resource.IsSecret(name) {
			return []string{"[output redacted]"}
		}
	}
	return list
}
