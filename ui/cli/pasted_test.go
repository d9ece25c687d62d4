package cli_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"ralsh/providers"
	"ralsh/ral"
	"ralsh/ral/raltest/real"
	"ralsh/ui/cli"
)

// What locates a resource is part of the code that a change prints: applied, it changes
// nothing. Types that cannot be changed below a root are named.
func TestOutputCanBePastedBack(t *testing.T) {
	elsewhere := []string{"cron", "dnsrr", "dnszone", "service"} // they need crontab(1), a server or the running system
	cases := map[string]string{
		"host":               "db9 ip=192.0.2.9 target=/etc/more",
		"ini_setting":        "x path=/etc/x.ini section=s setting=k value=v",
		"file_line":          "x path=/etc/motd line=hello",
		"file":               "/etc/link links=follow mode=0600",
		"sysctl":             "net.ipv4.ip_forward value=1 target=/etc/sysctl.d/90-x.conf",
		"mailalias":          "ops recipient=alice target=/etc/more-aliases",
		"mount":              "/mnt/x ensure=defined device=/dev/x fstype=ext4 target=/etc/more-fstab",
		"sshkey":             "web1 type=ssh-ed25519 key=AAAAC3NzaC1lZDI1NTE5AAAAIE8TyZ3YGjBpRH1kXcCyWMCfJZPCLU8DNG6bPPSxlJ5h target=/etc/more-hosts",
		"ssh_authorized_key": "alice@web type=ssh-ed25519 key=AAAAC3NzaC1lZDI1NTE5AAAAIE8TyZ3YGjBpRH1kXcCyWMCfJZPCLU8DNG6bPPSxlJ5h user=own target=/etc/keys",
	}
	reg := ral.NewRegistry()
	providers.Register(reg)
	for _, typ := range reg.Types() {
		located := slices.ContainsFunc(typ.Order(), func(a *ral.Attribute) bool { return a.LocatesResource })
		if _, has := cases[typ.Name]; located && !has && !slices.Contains(elsewhere, typ.Name) {
			t.Errorf("%s has no case", typ.Name)
		}
	}
	for typ, line := range cases {
		t.Run(typ, func(t *testing.T) {
			if typ == "sysctl" && os.Getuid() != 0 {
				real.Lacks(t, "root, who may write /proc/sys")
			}
			h := newColourHost(t)
			for name, text := range map[string]string{"etc/passwd": fmt.Sprintf("root:x:0:0:root:/root:/bin/sh\nown:x:%d:%d::/root:/bin/sh\n", os.Getuid(), os.Getgid()), "etc/group": "root:x:0:\n", "etc/motd": "hi\n", "etc/x.ini": "[s]\nk = a\no = -Xmx2g\n", "etc/sysctl.d/README": "", "etc/fstab": "", "etc/aliases": ""} {
				h.write(name, text)
			}
			if err := os.Symlink("motd", filepath.Join(h.root, "etc/link")); err != nil {
				t.Fatal(err)
			}
			out, errs := h.run(false, append([]string{"resource", typ}, strings.Fields(line)...)...)
			if out == "" {
				t.Fatalf("nothing was changed: %s", errs)
			}
			h.in = out
			if _, errs = h.run(false, "apply", "-"); !strings.Contains(errs, "1 of 1 resource in sync") {
				t.Errorf("applied, it says %s\n%s", errs, out)
			}
		})
	}
}

// --edit starts no editor without a terminal, unless it is named.
func TestEditNeedsATerminal(t *testing.T) {
	if _, errs := newColourHost(t).run(false, "resource", "host", "--edit"); !strings.Contains(errs, "--edit needs a terminal") {
		t.Errorf("it says %s", errs)
	}
}

// Every command that prints data has -o json.
func TestCommandsPrintJSON(t *testing.T) {
	without := []string{"completion", "demo", "help", "puppet", "version", "new", "bash", "fish", "zsh", "run"}
	var look func(cmd *cobra.Command)
	look = func(cmd *cobra.Command) {
		if cmd.Runnable() && !cmd.HasSubCommands() && !cmd.Hidden && cmd.HasParent() && cmd.Flags().Lookup("output") == nil && !slices.Contains(without, cmd.Name()) {
			t.Errorf("%s has no -o", cmd.CommandPath())
		}
		for _, c := range cmd.Commands() {
			look(c)
		}
	}
	look(cli.Commands(ral.NewRegistry()))
	h := newColourHost(t)
	for line, want := range map[string]string{
		"paths":                 `"config": "`,
		"describe host":         `"name": "host_aliases"`,
		"why host":              `"rule": "`,
		"why host[db1]":         `"value": "192.0.2.7"`,
		"why host[db1] ip":      `"from": "/etc/hosts:1"`,
		"snapshot --types=host": `"kind":"snapshot"`,
	} {
		out, errs := h.run(false, append(strings.Fields(line), "-o", "json")...)
		if !strings.HasPrefix(out, "{") || !strings.Contains(out, `"schema"`) || !strings.Contains(out, want) {
			t.Errorf("%s prints %s%s", line, errs, out)
		}
	}
}
