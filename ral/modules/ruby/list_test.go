package ruby_test

import (
	"os"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest/real"
)

// state is what is on the host, by file.
var state = map[string]string{
	"/etc/own.d/speed":              `{"mode":"on","size":"10k","colors":["red","blue"],"options":{"a":[1,null]}}`,
	"/etc/own.d/weight":             `{"minimum":3}`,
	"/var/lib/api/api_simple.json":  `[{"name":"a","ensure":"present","size":5,"tags":["x","y"],"flag":true,"options":{"k":"v"}},{"name":"b","ensure":"present"}]`,
	"/var/lib/api/api_canon.json":   `[{"name":"c","ensure":"present","words":["a","b"]}]`,
	"/var/lib/api/api_pair.json":    `[{"package":"p","manager":"gem","ensure":"present","version":"1"}]`,
	"/etc/hosts":                    "127.0.0.1 localhost\n10.0.0.1 web1 www # the web\n",
	"/etc/aliases":                  "root: admin, ops@example.com\npostmaster: root\n",
	"/etc/ssh/ssh_known_hosts":      "web1 ssh-rsa AAAAB3NzaC1yc2E=\nweb1 ssh-ed25519 AAAAC3NzaC1lZDI1NTE5\n",
	"/etc/fstab":                    "/dev/sda1 / ext4 defaults 0 1\ntmpfs /tmp tmpfs size=1g 0 0\n",
	"/var/spool/cron/crontabs/root": "# Puppet Name: backup\n5 1 * * * /bin/backup\n@daily /bin/daily\n",
	"/etc/sysctl.d/10-test.conf":    "net.ipv4.ip_forward = 1\n",
	"/etc/rabbitmq/enabled_plugins": "[rabbitmq_management].\n",
	"/etc/keystone/keystone.conf":   "[DEFAULT]\ndebug = true\n[database]\nconnection = sqlite://\n",
}

func TestListsAsPuppet(t *testing.T) {
	real.Full(t)
	onBoth(t, listAsPuppet)
}

func listAsPuppet(t *testing.T, system string) {
	t.Helper()
	for file, text := range state {
		writeFile(t, file, text)
	}
	var names []string
	for _, name := range typeNames(t) {
		// Listing one of evil acts, and the kernel's values are others the next time.
		if !strings.HasPrefix(name, "evil_") && name != "sysctl_runtime" {
			names = append(names, name)
		}
	}
	w := newLiving(t, names, "mount") // which needs the host
	var listed []string
	for _, name := range names {
		if typ := w.reg.Type(name); typ != nil && len(w.env.Sources(t.Context(), typ)) > 0 {
			listed = append(listed, name)
		}
	}
	var answer struct{ Types map[string]any }
	oracle(t, "instances", &answer, listed...)
	c := comparison{differences: differencesOn(listDifferences, system)}
	count := 0
	for _, name := range listed {
		typ := w.reg.Type(name)
		puppet, found := map[string]string{}, []any{}
		if rows, is := answer.Types[name].([]any); is {
			found = rows
		} else {
			puppet["raises"] = "true"
		}
		for _, row := range found {
			title, values := row.([]any)[0].(string), row.([]any)[1].(map[string]any)
			for _, a := range typ.Properties() {
				puppet[title+" "+a.Name] = text(values[a.Name])
				if _, has := values[a.Name]; !has {
					puppet[title+" "+a.Name] = `{":":"absent"}`
				}
			}
			count++
		}
		ours := w.listed(t, typ)
		if name == "sysctl_runtime" { // counters of the kernel change between two looks
			for _, side := range []map[string]string{puppet, ours} {
				for key := range side {
					side[key] = ""
				}
			}
		}
		c.all(name, puppet, ours)
	}
	c.report(t)
	t.Logf("%d types, %d instances: %s", len(listed), count, strings.Join(listed, " "))
}

// listed returns the properties of all instances. Of two of one name that of the first
// provider counts, as in Puppet.
func (w living) listed(t *testing.T, typ *ral.Type) map[string]string {
	out, by := map[string]string{}, map[*ral.Provider][]*ral.Instance{}
	w.env.List(t.Context(), typ, func(ev onhost.ListEvent) {
		by[ev.Provider] = append(by[ev.Provider], ev.Found...)
		if ev.Done && ev.Err != nil {
			out["raises"] = "true"
			t.Logf("%s: %s: %v", typ.Name, ev.Provider.Name, ev.Err)
		}
	})
	seen := map[string]bool{}
	for _, p := range w.env.Sources(t.Context(), typ) {
		for _, inst := range by[p] {
			for _, a := range typ.Properties() {
				if !seen[inst.Name] {
					out[inst.Name+" "+a.Name] = ownText(inst.Get(a.Name).Reveal())
				}
			}
			seen[inst.Name] = true
		}
	}
	return out
}

func writeFile(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(file[:strings.LastIndex(file, "/")], 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
