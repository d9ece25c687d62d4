package remote

import (
	"strings"

	"github.com/spf13/cobra"

	"ralsh/model"
	"ralsh/model/fleet"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
	"ralsh/ui/cli/usage"
)

// hostsDocument is the document of ralsh hosts.
type hostsDocument struct {
	Schema    int        `json:"schema"`
	Inventory string     `json:"inventory"`
	Groups    []string   `json:"groups"`
	Hosts     []hostItem `json:"hosts"`
}

type hostItem struct {
	Name   string   `json:"name"`
	Groups []string `json:"groups"`
	On     string   `json:"on"`
	Place  string   `json:"place"`
	// System, Version and Silent are the answer of the agent, for hosts of nats:.
	System  string `json:"system,omitempty"`
	Version string `json:"version,omitempty"`
	Silent  string `json:"silent,omitempty"`
}

// hostsCommand is the command hosts.
type hostsCommand struct{ Caller }

func (a hostsCommand) command() *cobra.Command {
	inventory := ""
	cmd := &cobra.Command{
		Use: "hosts [PATTERN]", Short: "List the hosts that a TARGET of --on selects",
		Long: "PATTERN consists of names, ranges, patterns and @groups, separated by commas, as for --on. The list shows the groups of each host, how " +
			"ralsh reaches it, and the file that defines it. ralsh does not connect to the hosts, except for nats:FILTER, where the agents answer.\n\n" +
			"In the terminal UI, :hosts reads the facts of all hosts, opens the screens of a host, and compares two hosts.",
		Example:           "  ralsh hosts 'web[01-40],@db'\n  ralsh hosts --inventory inventory.yaml @db -o json\n  ralsh hosts 'nats:family=Debian and memory>8GiB'",
		Args:              usage.Arguments(0, 1),
		ValidArgsFunction: CompleteHosts(a.App),
		RunE: func(cmd *cobra.Command, args []string) error {
			inv, err := a.hosts(inventory)
			if err != nil {
				return err
			}
			link := &agentLink{say: func(line string) { a.Say("%s", line) }}
			defer link.close()
			inv.FindAgents = func(where string) ([]fleet.FoundAgent, error) { return link.find(cmd.Context(), where) }
			return a.hostList(inv, args)
		},
	}
	cmd.Flags().StringVar(&inventory, "inventory", "", "read the hosts from `FILE`; - is standard input (default: hosts next to config.yaml, or the configuration of ssh)")
	a.OutputFlag(cmd, "text", "json", "yaml")
	return cmd
}

func (a hostsCommand) hostList(inv *fleet.Inventory, args []string) error {
	on := "@" + fleet.All
	if len(args) == 1 {
		on = args[0]
	} else if len(inv.Hosts()) == 0 {
		own, _, _ := model.HostsFiles(a.Getenv)
		ssh := inv.File
		if ssh == own {
			ssh = "~/.ssh/config"
		}
		return usage.Errorf("no hosts are known: add a line for each host to %s, or Host entries to %s", own, ssh)
	}
	_, _, state := model.HostsFiles(a.Getenv)
	last, err := fleet.ReadLast(state)
	if err != nil {
		return err
	}
	targets, err := inv.Expand(on, last)
	if err != nil {
		return usage.Wrap(err)
	}
	doc := hostsDocument{Schema: output.Schema, Inventory: inv.File, Groups: inv.Groups(), Hosts: []hostItem{}}
	var rows [][]string
	for _, t := range targets {
		it := hostItem{Name: t.Name, On: t.On.String(), Groups: []string{}, Place: "the command line"}
		if t.Agent != nil {
			it.takeAgent(t.Agent)
		}
		if t.Host != nil {
			it.Groups, it.Place = append(it.Groups, t.Host.Groups...), t.Host.Place
		}
		doc.Hosts = append(doc.Hosts, it)
		rows = append(rows, []string{it.Name, strings.Join(it.Groups, " "), it.On, it.Place})
	}
	if a.Format != "text" {
		return a.Document(doc)
	}
	a.Table([]string{"HOST", "GROUPS", "REACHED AS", "DEFINED IN"}, rows)
	return nil
}

// takeAgent adds the answer of an agent.
func (it *hostItem) takeAgent(agent *fleet.AgentHost) {
	it.On, it.System, it.Version, it.Silent = "its agent", agent.System, agent.Version, agent.Silent
	switch {
	case agent.Unsure != "":
		it.Place = "unknown: " + agent.Unsure
	case agent.Silent != "":
		it.Place = agent.Silent
	case agent.Version != "":
		it.Place = strings.TrimSpace(agent.System + ", ralsh " + agent.Version)
	}
}

// CompleteHosts completes the last name of --on, or a pattern of hosts.
func CompleteHosts(a *command.App) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, begin string) ([]string, cobra.ShellCompDirective) {
		none := cobra.ShellCompDirectiveNoFileComp
		own, ssh, _ := model.HostsFiles(a.Getenv)
		inv, err := fleet.Open(fleet.Places{Own: own, SSH: ssh})
		if err != nil {
			return nil, none
		}
		before := begin[:strings.LastIndexByte(begin, ',')+1]
		var words []string
		for _, word := range inv.Words() {
			if word = before + word; strings.HasPrefix(word, begin) {
				words = append(words, word)
			}
		}
		return words, none
	}
}

// Commands returns the commands about remote hosts.
func Commands(a *command.App) []*cobra.Command {
	return []*cobra.Command{hostsCommand{Caller{a}}.command()}
}
