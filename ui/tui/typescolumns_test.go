package tui

import (
	"testing"
)

// Below 100 columns the summary of a type has its own column.
func TestTypesHaveTheirSummary(t *testing.T) {
	for _, height := range []int{24, 30} {
		d, _ := drive(t, 99, height, Options{})
		d.says("description", "Accounts in /etc/passwd")
	}
}

// The instances are counted by ensure if it has several values.
func TestTypesSayTheStates(t *testing.T) {
	d, fake := drive(t, 120, 36, Options{})
	d.press("down down down down")
	d.says("3 instances from debian: 2 running")
	fake.Put("/var/service", "cron:running:true\nssh:running:false\n", 0o644)
	d.press("r")
	d.says("2 instances from debian: 2 running; 1 starts")
	d.press("down")
	d.lacks("instances from useradd")
}
