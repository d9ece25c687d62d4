package setup

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"ralsh/model/fleet"
	"ralsh/model/wire"
)

const (
	natsPort   = "4222"
	maxServers = 16
	// ServerDir is the default directory for the files on the server.
	ServerDir = "/var/lib/nats-ralsh"
)

func (m *maker) servers(servers []string) error {
	if len(servers) > maxServers {
		return fmt.Errorf("--server: a server has at most %d names", maxServers)
	}
	var list []string
	for _, server := range servers {
		address, err := hostPort(server)
		if err != nil {
			return err
		}
		list = append(list, address)
	}
	if len(list) > 0 {
		m.site.Servers = list
	}
	if len(m.site.Servers) == 0 {
		return errors.New("--server is required: the name under which hosts and operators reach the NATS server")
	}
	return nil
}

func (m *maker) serverDir(dir string) error {
	invalid := func(r rune) bool { return r < ' ' || r == '"' || r == '\\' || r > '~' }
	switch {
	case dir == "" && m.site.ServerDir == "":
		m.site.ServerDir = ServerDir
	case dir == "":
	case dir[0] != '/' || strings.ContainsFunc(dir, invalid):
		return fmt.Errorf("--server-dir: %q is not an absolute path", dir)
	default:
		m.site.ServerDir = dir
	}
	return nil
}

// hostPort returns a server with its port.
func hostPort(server string) (string, error) {
	bad := fmt.Errorf("--server: %.80q is not HOST or HOST:PORT", server)
	if ip, err := netip.ParseAddr(strings.Trim(server, "[]")); err == nil {
		return netip.AddrPortFrom(ip, 4222).String(), nil
	}
	if to, err := netip.ParseAddrPort(server); err == nil {
		return to.String(), nil
	}
	name, port, given := strings.Cut(server, ":")
	if !given {
		port = natsPort
	}
	if n, err := strconv.Atoi(port); err != nil || n < 1 || n > 65535 || wire.CheckName(name) != nil || strings.Contains(name, "_") {
		return "", bad
	}
	return name + ":" + port, nil
}

func (m *maker) addHosts(word string) error {
	names, err := fleet.ExpandNames(word)
	if err != nil {
		return fmt.Errorf("--host: %w", err)
	}
	for _, name := range names {
		if err := wire.CheckName(name); err != nil {
			return fmt.Errorf("--host: %w", err)
		}
		if m.site.Hosts[name] != "" {
			continue
		}
		if _, taken := m.site.Operators[name]; taken {
			return fmt.Errorf("--host: %s is an operator", name)
		}
		public, err := m.newKey(hostDir(name) + "/agent.nk")
		if err != nil {
			return err
		}
		m.site.Hosts[name] = public
		m.report("host %s: added", name)
	}
	return nil
}

func (m *maker) addOperator(word, home string) error {
	name, file, given := strings.Cut(word, "=")
	if !given || file == "" {
		return fmt.Errorf("--operator: %.80q is not NAME=FILE, with a public SSH key (example: alice=~/.ssh/id_ed25519.pub)", word)
	}
	if err := wire.CheckName(name); err != nil {
		return fmt.Errorf("--operator: %w", err)
	}
	keys, err := readPublicKeys(file, home)
	if err != nil {
		return fmt.Errorf("--operator: %w", err)
	}
	if m.site.Hosts[name] != "" || name == wire.SetupName {
		return fmt.Errorf("--operator: the name %s is already used", name)
	}
	is, there := m.site.Operators[name]
	is.File = keyAt(file, home, keys[0])
	switch {
	case !there:
		if is.NKey, err = m.newKey(operatorDir(name) + "/" + name + ".nk"); err != nil {
			return err
		}
		m.report("operator %s: added", name)
	case !slices.Equal(is.Keys, keys):
		m.report("operator %s: the SSH keys changed; copy the new allowed_signers to the hosts", name)
	}
	is.Keys = keys
	m.site.Operators[name] = is
	return nil
}

func (m *maker) remove(word string) error {
	names, err := fleet.ExpandNames(word)
	if err != nil {
		return fmt.Errorf("--remove: %w", err)
	}
	for _, name := range names {
		if _, isHost := m.site.Hosts[name]; isHost {
			delete(m.site.Hosts, name)
			m.removed = append(m.removed, hostDir(name))
			m.report("host %s: removed; reload the server to reject its key", name)
			continue
		}
		if _, isOperator := m.site.Operators[name]; !isOperator {
			return fmt.Errorf("--remove: unknown host or operator %.80q", name)
		}
		delete(m.site.Operators, name)
		m.removed = append(m.removed, operatorDir(name))
		m.report("operator %s: removed; reload the server to reject the key, and copy the new allowed_signers to the hosts to reject orders", name)
	}
	return nil
}
