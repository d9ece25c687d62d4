package ruby

// KnownPrograms returns the programs that are known to read, and whether they have a
// confinement of their own.
func KnownPrograms() map[string]bool {
	all := map[string]bool{}
	for name, p := range known() {
		all[name] = p.needs == server || p.needs == kernel
	}
	return all
}
