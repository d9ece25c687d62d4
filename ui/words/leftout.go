package words

import (
	"fmt"

	"ralsh/model/snapshot"
	"ralsh/ral/noise"
)

// LeftOut returns the differences that a comparison omits, in parts: "41 identity",
// "12 secrets not compared". reason returns the text after the count of a class, or
// "".
func LeftOut(l snapshot.Left, reason func(noise.Class) string) (parts []string) {
	for _, c := range []noise.Class{noise.State, noise.Identity, noise.Volatile} {
		if n := l.Classes[c]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %s%s", Count(n), c, reason(c)))
		}
	}
	if l.Secrets > 0 {
		parts = append(parts, fmt.Sprintf("%s not compared", CountOf(l.Secrets, "secret")))
	}
	if l.Unread > 0 {
		parts = append(parts, fmt.Sprintf("%s unreadable on both", Count(l.Unread)))
	}
	return parts
}
