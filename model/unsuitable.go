package model

import (
	"fmt"
	"strings"
)

// Unsuitable is why nobody can look for a resource of the type: no provider is
// suitable, each for its own reason. It is nil where one is, and of a type that
// needs none.
func (c Choice) Unsuitable() error {
	if len(c.All) == 0 {
		return nil
	}
	var reasons []string
	for _, sv := range c.All {
		if sv.Suitable() {
			return nil
		}
		reasons = append(reasons, sv.Provider.Name+": "+sv.Reason())
	}
	return fmt.Errorf("no provider of %s is suitable: %s", c.All[0].Provider.Type, strings.Join(reasons, "; "))
}
