package sysctl

import (
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/transaction"
)

// The plan reports which of the saved and the live value differs, and what else
// is written or removed.
func TestPlanTellsWhichDiffers(t *testing.T) {
	twice := map[string]string{"/etc/sysctl.d/10-a.conf": "vm.swappiness=1\n", mainFile: "vm.swappiness=2\nvm.swappiness=3\n"}
	for name, c := range map[string]struct {
		files map[string]string
		d     ral.Decl
		want  string
	}{
		"only the kernel":                      {nil, decl("vm.swappiness", "value", "10"), "already saved"},
		"only the kernel, and an earlier line": {twice, decl("vm.swappiness", "value", "3"), "already saved"},
		"only the kernel, not saved":           {nil, decl("vm.swappiness", "value", "10", "persist", "false"), "not saved"},
		"both":                                 {nil, decl("vm.swappiness", "value", "30"), "in the kernel from '60' to '30'"},
		"only the file":                        {nil, decl("vm.swappiness", "value", "60"), "the kernel already has it"},
		"not to be given":                      {nil, decl("vm.swappiness", "value", "60", "apply", "false"), ""},
		"new":                                  {nil, decl("net.ipv4.ip_forward", "value", "1"), "in the kernel from '0' to '1'"},
		"several lines": {
			twice, decl("vm.swappiness", "value", "60"),
			"the kernel already has it|changes /etc/sysctl.conf:1, which sets 2",
		},
		"another one for the kernel": {nil, decl("vm.swappiness", "value", "30", "live_value", "5"), "in the kernel from '60' to '5'"},
		"a removal":                  {nil, decl("vm.swappiness", "ensure", "absent", "live_value", "5"), "in the kernel from '60' to '5'"},
		"a removal, the kernel's":    {nil, decl("vm.swappiness", "ensure", "absent", "live_value", "60"), "the kernel keeps '60'"},
		"all lines go": {
			twice, decl("vm.swappiness", "ensure", "absent"),
			"|removes /etc/sysctl.d/10-a.conf:1, which sets 1|removes /etc/sysctl.conf:1, which sets 2",
		},
	} {
		t.Run(name, func(t *testing.T) {
			plan, err := transaction.NewPlan(t.Context(), env(t, machine(c.files).Host), []ral.Decl{c.d})
			if err != nil {
				t.Fatal(err)
			}
			ch := plan.Steps[0].Changes[0]
			if got := strings.Join(append([]string{ch.Note}, ch.Also...), "|"); got != c.want {
				t.Errorf("got %s\nwant %s", got, c.want)
			}
		})
	}
}
