//go:build linux

package main

import (
	"debug/elf"
	"testing"

	"ralsh/ral/raltest/real"
)

// TestLinked checks that no program calls methods by names that the linker does not know, as
// text/template does: it would have every method of every type, megabytes of them.
func TestLinked(t *testing.T) {
	for _, program := range []string{real.Binary(t), real.AgentBinary(t)} {
		file, err := elf.Open(program)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		symbols, err := file.Symbols()
		if err != nil {
			t.Fatal(err)
		}
		has := make(map[string]bool, len(symbols))
		for _, s := range symbols {
			has[s.Name] = true
		}
		if !has["main.main"] {
			t.Fatalf("%s has no names", program)
		}
		for _, by := range []string{"reflect.Value.MethodByName", "text/template.(*Template).Execute"} {
			if has[by] {
				t.Errorf("%s has %s", program, by)
			}
		}
	}
}
