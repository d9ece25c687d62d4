package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"ralsh/ral/raltest/real"
)

// site is what docs/fleet.md sets up, on booted systems: the machine of the operator alice, the
// host of the NATS server, and hosts with agents.
type site struct {
	*testing.T
	desk, broker *real.Machine
	names        []string
	hosts        map[string]*real.Machine // by their names
	keys         string                   // a directory with the private key of alice, which her machine has too
}

// The addresses of machines; hosts have those from firstHost.
const (
	brokerAddress = "10.77.0.1"
	deskAddress   = "10.77.0.2"
	firstHost     = 10
)

// bootSite boots the machines. The packages are installed there, and nothing is set up.
func bootSite(t *testing.T, names ...string) *site {
	t.Helper()
	real.NeedPrepared(t, "hosts with agents", "ssh-keygen")
	s := &site{T: t, names: names, hosts: make(map[string]*real.Machine), keys: t.TempDir()}
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir()) // of ssh-keygen
	s.newKey("alice")
	network, root := real.NewNetwork(t), s.prepare()
	systems := []real.System{
		{Root: root, Name: "desk", Network: network, Address: deskAddress},
		{Root: root, Name: "broker", Network: network, Address: brokerAddress},
	}
	for i, name := range names {
		systems = append(systems, real.System{Root: root, Name: name, Network: network, Address: addressOf(i)})
	}
	machines := real.BootAll(t, systems...)
	s.desk, s.broker = machines[0], machines[1]
	for i, name := range names {
		s.hosts[name] = machines[i+2]
	}
	for _, name := range []string{"id_ed25519", "id_ed25519.pub"} {
		s.copy(filepath.Join(s.keys, strings.Replace(name, "id_ed25519", "alice", 1)), s.desk, "/home/alice/.ssh/"+name)
	}
	s.runs(s.desk, "chown", "-R", "alice:", "/home/alice/.ssh")
	s.runs(s.desk, "chmod", "600", "/home/alice/.ssh/id_ed25519")
	return s
}

func addressOf(i int) string { return fmt.Sprintf("10.77.0.%d", firstHost+i) }

// newKey makes a key of SSH, in a file of this name.
func (s *site) newKey(name string) {
	s.Helper()
	if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", filepath.Join(s.keys, name)).CombinedOutput(); err != nil {
		s.Fatalf("%v\n%s", err, out)
	}
}

// prepare returns a root in which both packages are installed, as nfpm.yaml and nfpm-agent.yaml
// have them. Its root account takes the key of alice over ssh.
func (s *site) prepare() string {
	s.Helper()
	root := real.Agent(s)
	copyFile(s, real.Binary(s), root+"/usr/bin/ralsh")
	copyFile(s, real.AgentBinary(s), root+"/usr/bin/ralsh-agent")
	for _, kind := range []string{"service", "socket"} {
		units, err := filepath.Glob("../../.ci/packaging/units/*." + kind)
		if err != nil || len(units) < 2 {
			s.Fatalf("units %q, %v", units, err)
		}
		for _, unit := range units {
			copyFile(s, unit, root+"/usr/lib/systemd/system/"+filepath.Base(unit))
		}
	}
	copyFile(s, "../../.ci/packaging/agent/sysusers.conf", root+"/usr/lib/sysusers.d/ralsh-agent.conf")
	copyFile(s, "../../.ci/packaging/agent/tmpfiles.conf", root+"/usr/lib/tmpfiles.d/ralsh-agent.conf")
	copyFile(s, "../../.ci/packaging/agent/postinstall", root+"/run/postinstall")
	facts := root + "/usr/share/ralsh-agent/home/.facter/facts.d"
	if err := errors.Join(os.MkdirAll(filepath.Dir(facts), 0o755), os.Symlink("/etc/facter/facts.d", facts)); err != nil {
		s.Fatal(err)
	}
	copyFile(s, filepath.Join(s.keys, "alice.pub"), root+"/root/.ssh/authorized_keys")
	key, err := os.ReadFile(root + "/etc/ssh/ssh_host_ed25519_key.pub")
	if err != nil {
		s.Fatal(err)
	}
	real.Write(s, root+"/etc/ssh/ssh_known_hosts", "* "+string(key), 0o644)
	known := "127.0.0.1 localhost\n" + brokerAddress + " broker.example.org broker\n" + deskAddress + " desk\n"
	for i, name := range s.names {
		known += addressOf(i) + " " + name + "\n"
	}
	real.Write(s, root+"/etc/hosts", known, 0o644)
	for _, argv := range [][]string{
		{"rm", "/etc/hostname"},
		{"/bin/sh", "/run/postinstall"},
		{"useradd", "--create-home", "--shell", "/bin/bash", "alice"},
		{"systemctl", "disable", "--quiet", "ssh", "nats-server"},
	} {
		if out, err := real.Enter(root, argv...).CombinedOutput(); err != nil {
			s.Fatalf("%q: %v\n%s", argv, err, out)
		}
	}
	return root
}

// copy copies a file into a machine.
func (s *site) copy(from string, m *real.Machine, to string) {
	s.Helper()
	copyFile(s, from, m.Root()+to)
}

// setUp makes the configuration, and starts the server and the agents. It does what
// docs/fleet.md has, but copies without ssh.
func (s *site) setUp() {
	s.Helper()
	s.must("ralsh-agent setup nats --server broker.example.org --host '" + strings.Join(s.names, ",") + "' --operator alice=~/.ssh/id_ed25519.pub")
	s.must("install -D -m 600 -t ~/.config/ralsh nats/operators/alice/*")
	s.copyAll("nats/server", s.broker, "/var/lib/nats-ralsh")
	s.runs(s.broker, "chown", "-R", "nats:", "/var/lib/nats-ralsh")
	real.Write(s, s.broker.Root()+"/etc/nats-server.conf", "include ../var/lib/nats-ralsh/nats-server.conf\n", 0o644)
	s.runs(s.broker, "systemctl", "restart", "nats-server")
	var starting errgroup.Group
	starting.SetLimit(4)
	for _, name := range s.names {
		s.copyAll("nats/hosts/"+name, s.hosts[name], "/etc/ralsh")
		starting.Go(func() error {
			out, errs, exit := s.hosts[name].Run(s.Context(), "sh", "-c", "systemd-tmpfiles --create ralsh-agent.conf && systemctl enable --quiet ralsh-agent && systemctl restart ralsh-agent")
			if exit != 0 {
				return fmt.Errorf("%s: %s%s", name, out, errs)
			}
			return nil
		})
	}
	if err := starting.Wait(); err != nil {
		s.Fatal(err)
	}
	s.connected(len(s.names))
}

// machines returns the hosts, in the order of their names.
func (s *site) machines() (list []*real.Machine) {
	for _, name := range s.names {
		list = append(list, s.hosts[name])
	}
	return list
}

// copyAll copies the files of a directory of alice to a machine.
func (s *site) copyAll(dir string, m *real.Machine, to string) {
	s.Helper()
	files, err := filepath.Glob(s.desk.Root() + "/home/alice/" + dir + "/*")
	if err != nil || len(files) == 0 {
		s.Fatalf("%s has no files: %v", dir, err)
	}
	for _, file := range files {
		s.copy(file, m, to+"/"+filepath.Base(file))
	}
}

// connected waits until so many agents have facts and answer.
func (s *site) connected(hosts int) {
	s.Helper()
	want := fmt.Sprintf("%d hosts: Debian: ", hosts)
	if hosts == 1 {
		want = "1 host: Debian: "
	}
	s.eventually("agents that answer", func() (bool, string) {
		out, _ := s.alice("ralsh --on nats:family=Debian facts os.family")
		return strings.HasPrefix(out, want), out
	})
}

// eventually waits until something is so, for which there is no event.
func (s *site) eventually(what string, is func() (ok bool, seen string)) {
	s.Helper()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(90 * time.Second); ; {
		ok, seen := is()
		if ok {
			return
		}
		if time.Now().After(deadline) {
			s.Fatalf("no %s: %s", what, seen)
		}
		<-tick.C
	}
}

// alice runs a command line of a shell as alice. It returns both outputs, and the exit status.
func (s *site) alice(line string) (out string, exit int) {
	s.Helper()
	cmd := s.desk.Command(s.Context(), "runuser", "-l", "alice", "-c", line)
	var both bytes.Buffer
	cmd.Stdout, cmd.Stderr = &both, &both
	_ = cmd.Run()
	return both.String(), cmd.ProcessState.ExitCode()
}

// must runs a command line that is to succeed.
func (s *site) must(line string) string {
	s.Helper()
	out, exit := s.alice(line)
	if exit != 0 {
		s.Fatalf("%s: status %d\n%s", line, exit, out)
	}
	return out
}

// runs runs a command in a machine, as root, that is to succeed.
func (s *site) runs(m *real.Machine, argv ...string) string {
	s.Helper()
	out, errs, exit := m.Run(s.Context(), argv...)
	if exit != 0 {
		s.Fatalf("%q: status %d\n%s%s", argv, exit, out, errs)
	}
	return out
}
