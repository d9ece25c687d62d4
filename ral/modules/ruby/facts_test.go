package ruby

import (
	"maps"
	"testing"
)

// TestFactsIn reads the names of facts, and their weights, from the text of a file.
func TestFactsIn(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want map[string]int
	}{
		"symbol":        {"Facter.add(:One) { setcode { 1 } }", map[string]int{"one": 0}},
		"quotes":        {"Facter.add('two') do\nend\nFacter.add(\"three\") do\nend", map[string]int{"two": 0, "three": 0}},
		"no brackets":   {"Facter.add :four do\nend\nFacter.add 'five' do end", map[string]int{"four": 0, "five": 0}},
		"quoted symbol": {`Facter.add(:"six-7") { }`, map[string]int{"six-7": 0}},
		"options":       {"Facter.add(:agg, :type => :aggregate) { }", map[string]int{"agg": 0}},
		"module":        {"::Facter.add(:deep) { }", map[string]int{"deep": 0}},
		"define":        {"Facter.define_fact(:defined) { }", map[string]int{"defined": 0}},
		"confines":      {"Facter.add(:c) do\n  confine :kernel => 'Linux'\n  confine { true }\n  setcode {}\nend", map[string]int{"c": 2}},
		"weight":        {"Facter.add(:w) do\n  has_weight 100\n  confine kernel: 'x'\nend", map[string]int{"w": 100}},
		"heaviest":      {"Facter.add(:w) { has_weight(5) }\nFacter.add(:w) { has_weight 50 }\nFacter.add(:v) { }", map[string]int{"w": 50, "v": 0}},
		"weight as an option": {
			"Facter.add(:w, weight: 7) { }\nFacter.add(:v, :weight => 8) { }", map[string]int{"w": 7, "v": 8},
		},
		"computed":        {`%w[a b].each { |n| Facter.add("x_#{n}") { } }`, map[string]int{"file": 0}},
		"variable":        {`Facter.add(name) { }`, map[string]int{"file": 0}},
		"one is computed": {"Facter.add(\"x_#{n}\") { }\nFacter.add(:named) { }", map[string]int{"named": 0}},
		"comments":        {"# Facter.add(:no) { }\n  # Facter.add(:no2)\nFacter.add(:yes) { }", map[string]int{"yes": 0}},
		"nothing":         {"", map[string]int{"file": 0}},
		"other methods":   {"MyFacter.add(:no) { }\nFacter.added(:no)", map[string]int{"file": 0}},
	} {
		if got := factsIn(c.text, "File"); !maps.Equal(got, c.want) {
			t.Errorf("%s: %v, not %v", name, got, c.want)
		}
	}
}
