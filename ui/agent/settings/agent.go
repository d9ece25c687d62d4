package settings

import (
	"fmt"
	"path/filepath"
)

const (
	AgentFile    = "/etc/ralsh/agent.yaml"
	ralshProgram = "/usr/bin/ralsh"
)

// Agent are the settings of the agent of a host.
type Agent struct {
	Connection `yaml:",inline"`
	// Program is the path of ralsh.
	Program string `yaml:"program"`
}

// ReadAgent reads agent.yaml.
func ReadAgent(file string) (Agent, error) {
	a := Agent{Program: ralshProgram}
	if err := read(file, &a); err != nil {
		return Agent{}, err
	}
	if err := a.check(file, ""); err != nil {
		return Agent{}, err
	}
	if !filepath.IsAbs(a.Program) {
		return Agent{}, fmt.Errorf("%s: program: %q is not an absolute path", file, a.Program)
	}
	return a, nil
}
