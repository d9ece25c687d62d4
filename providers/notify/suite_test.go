package notify

import (
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/local"
	"ralsh/ral/raltest"
)

func suite(t *testing.T, h host.Host) {
	t.Helper()
	raltest.Suite{
		Register: Register, Type: "notify", Provider: "report", Unlisted: true,
		Host: func(*testing.T) host.Host { return h }, Watch: []string{t.TempDir()},
		Cases: []raltest.Case{
			{Title: "x", Changes: []ral.Attr{raltest.A("message", "one"), raltest.A("message", "two")}},
			{Name: "with its path", Title: "x", Changes: []ral.Attr{raltest.A("message", "x")}, With: []ral.Attr{raltest.A("withpath", "true")}},
		},
	}.Run(t)
}

func TestSuiteOnFake(t *testing.T) { suite(t, fakehost.New(nil).Host) }

// It does not change the machine.
func TestSuiteOnRealSystem(t *testing.T) { suite(t, local.Machine()) }
