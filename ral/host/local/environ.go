package local

import (
	"os"

	"ralsh/ral/host/internal/lookup"
)

// Environ returns the environment of a child. It includes
// DBUS_SYSTEM_BUS_ADDRESS, so that a tool uses the same bus as ralsh, and the PATH in which
// tools are found.
func Environ(extra []string) []string {
	env := []string{"LC_ALL=C", "LANG=C", "PATH=" + lookup.Path(os.Getenv("PATH"))}
	for _, name := range []string{"TZ", "DBUS_SYSTEM_BUS_ADDRESS"} {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return append(env, extra...)
}
