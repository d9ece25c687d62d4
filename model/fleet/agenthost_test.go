package fleet_test

import (
	"errors"
	"strings"
	"testing"

	"ralsh/model/fleet"
	"ralsh/model/wire"
)

// TestAgentWords expands words of --on with hosts that are asked by their agents.
func TestAgentWords(t *testing.T) {
	last := fleet.Last{Hosts: []fleet.LastHost{
		{Name: "nats:web1", Outcome: fleet.Done, Run: 3},
		{Name: "nats:web2+sudo", Outcome: fleet.Failed, Run: 4},
		{Name: "db1", Outcome: fleet.Failed},
		{Name: "nats:web4", Outcome: fleet.Refused},
		{Name: "nats:web5", Outcome: fleet.NotBegun},
	}}
	const none = "-"
	for _, c := range []struct {
		on, want string
		asked    string // the filter that hosts were asked, none for no filter
	}{
		{"nats:web1", "nats:web1", none},
		{"nats:web[1-3]", "nats:web1 nats:web2 nats:web3", none},
		{"nats:web[1,3]", "nats:web1 nats:web3", none},
		{"nats:web1,nats:web1", "nats:web1", none},
		{"nats:web1.example.org+sudo", "nats:web1.example.org+sudo", none},
		{"nats:web1,db1", "nats:web1 db1", none},
		{"db1,nats:web[1-2]", "db1 nats:web1 nats:web2", none},
		{"nats:web[1-3],!nats:web2", "nats:web1 nats:web3", none},
		{"!nats:web2,nats:web[1-3]", "nats:web1 nats:web3", none},
		{"nats:web[1-2]+sudo,!nats:web2", "nats:web1+sudo", none},
		{"nats:web[1-2],!nats:web2+sudo", "nats:web1", none},
		{"nats:", "nats:one nats:two", ""},
		{"nats:+sudo", "nats:one+sudo nats:two+sudo", ""},
		{"nats:,!nats:one", "nats:two", ""},
		{"nats:os.name=Debian", "nats:one nats:two", "os.name=Debian"},
		{"nats:os.name=Debian+sudo", "nats:one+sudo nats:two+sudo", "os.name=Debian"},
		{"nats:os.name='a,b',db1", "nats:one nats:two db1", "os.name='a,b'"},
		{`nats:os.name="it's, [so",db1`, "nats:one nats:two db1", `os.name="it's, [so"`},
		{"nats:os.name='a+sudo'", "nats:one nats:two", "os.name='a+sudo'"},
		{"nats:os.name='a+sudo'+sudo", "nats:one+sudo nats:two+sudo", "os.name='a+sudo'"},
		{"nats:not (family=Debian or family=RedHat)", "nats:one nats:two", "not (family=Debian or family=RedHat)"},
		{"@last", "nats:web1 nats:web2+sudo db1 nats:web4 nats:web5", none},
		{"@failed", "nats:web2+sudo db1 nats:web4", none},
		{"@notbegun", "nats:web5", none},
		{"@failed,@notbegun,!db1", "nats:web2+sudo nats:web4 nats:web5", none},
		{"@notbegun+sudo", "nats:web5+sudo", none},
		{"@last+sudo,!db1", "nats:web1+sudo nats:web2+sudo nats:web4+sudo nats:web5+sudo", none},
	} {
		t.Run(c.on, func(t *testing.T) {
			inv, err := fleet.ParseInventory("f", nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			asked := none
			inv.FindAgents = func(where string) ([]fleet.FoundAgent, error) {
				if where != "" && !strings.ContainsAny(where, "=<>~(") {
					return nil, nil // a name that no agent answers to
				}
				asked = where
				return []fleet.FoundAgent{{ID: "one"}, {ID: "two", Here: wire.Here{Unsure: "no facts"}}}, nil
			}
			targets, err := inv.Expand(c.on, last)
			var names []string
			for _, x := range targets {
				names = append(names, x.Name)
				if agent := strings.HasPrefix(x.Name, "nats:"); agent != (x.Agent != nil) {
					t.Errorf("%s is asked by %+v", x.Name, x.Agent)
				} else if agent && (x.Agent.Root != strings.HasSuffix(x.Name, "+sudo") || x.Agent.Where != strings.TrimPrefix(asked, none)) {
					t.Errorf("%s is asked by %+v", x.Name, x.Agent)
				}
			}
			if err != nil || strings.Join(names, " ") != c.want || asked != c.asked {
				t.Errorf("%q by the filter %q, %v", names, asked, err)
			}
			if !fleet.IsMany(c.on) {
				t.Error("it counts as one host")
			}
		})
	}
}

// TestAgentWordsRefused has words that mean no hosts.
func TestAgentWordsRefused(t *testing.T) {
	last := fleet.Last{Hosts: []fleet.LastHost{{Name: "nats:web1"}, {Name: "nats:../x", Outcome: fleet.Failed}}}
	for on, want := range map[string]string{
		"nats:web1+bob":          "character 5: a + begins a hop",
		"nats:web1+sudo+sudo":    "character 5: a + begins a hop",
		"nats:os.name=":          "nats:os.name=: character",
		"nats:os.name='a,b":      "a quote is not closed",
		"nats:web/1=":            "character",
		"nats:web[1-99999]":      "no agent",
		"nats:wéb1":              "nats:wéb1",
		"nats:a=1\n":             "a control character",
		"nats:one,!nats:one":     "--on matches no host",
		"nats:away":              "no agent",
		"nats:web[3-1]":          "[3-1]",
		"nats:web[1":             "nats:web[1",
		"nats:os.name=Debian":    "no agent",
		"@last+bob":              "supports only the hop +sudo",
		"@last+docker:x":         "supports only the hop +sudo",
		"@failed":                "supports only the hop +sudo",
		"nats:a=" + letters(5e3): "at most 4096",
	} {
		t.Run(on[:min(len(on), 30)], func(t *testing.T) {
			inv, err := fleet.ParseInventory("f", nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			inv.FindAgents = func(where string) ([]fleet.FoundAgent, error) {
				if where == "one" {
					return nil, nil
				}
				return nil, errors.New("no agent")
			}
			targets, err := inv.Expand(on, last)
			if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%v, %.200v", targets, err)
			}
		})
	}
	inv := fleet.Inventory{}
	if _, err := inv.Expand("nats:", last); err == nil || !strings.Contains(err.Error(), "--on") {
		t.Errorf("without agents: %v", err)
	}
}

// TestAgentNames has names that agents answer to.
func TestAgentNames(t *testing.T) {
	for _, c := range []struct{ on, answer, want string }{
		{"nats:web1", "web1", "nats:web1"},
		{"nats:web1", "web1.example.org", "nats:web1.example.org"},
		{"nats:web1", "web1.example.org web1.example.net", "nats:web1.example.net nats:web1.example.org"},
		{"nats:web1", "web1.example.org web1", "nats:web1"},
		{"nats:web1", "", "nats:web1"},
		{"nats:web[1-3]", "web3.example.org web1", "nats:web1 nats:web3.example.org nats:web2"},
		{"nats:web1.example.org", "web1.example.org", "nats:web1.example.org"},
		{"nats:web1.example.org", "", "nats:web1.example.org"},
	} {
		t.Run(c.on+" "+c.answer, func(t *testing.T) {
			inv := fleet.Inventory{FindAgents: func(string) (found []fleet.FoundAgent, err error) {
				for id := range strings.FieldsSeq(c.answer) {
					found = append(found, fleet.FoundAgent{ID: id})
				}
				return found, nil
			}}
			targets, err := inv.Expand(c.on, fleet.Last{})
			var names []string
			for _, x := range targets {
				names = append(names, x.Name)
			}
			if err != nil || strings.Join(names, " ") != c.want {
				t.Errorf("%q, %v", names, err)
			}
		})
	}
}

func letters(n int) string { return strings.Repeat("a", n) }
