package service

import (
	"errors"
	"strings"
	"unicode"

	"ralsh/ral"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

// Register adds the type and its providers.
func Register(reg *ral.Registry) {
	reg.Add(typeDef(), baseProvider(), debianProvider(), initProvider(),
		openrcProvider(), runitProvider(), serviceProvider(), systemdProvider())
}

func typeDef() ral.Type {
	return ral.Type{
		Name:    "service",
		Summary: "Daemons: running now, started at boot",
		Doc: "A daemon: whether it runs now (`ensure`) and whether it starts at boot (`enable`). The two properties are " +
			"independent: ralsh changes only those that you set. A resource that notifies a service restarts it if it runs." +
			"\n\n```puppet\nservice { 'cron':\n" +
			"  ensure => running,\n  enable => true,\n}\n```\n",
		Attributes:     append(properties(), params()...),
		Features:       features(),
		Methods:        methods(),
		Columns:        [2]string{"ensure", "enable"},
		EnsureOptional: true,
		Unsupported:    []string{"daemontools", "gentoo", "openwrt", "redhat", "upstart"},
	}
}

func properties() []*ral.Attribute {
	ensure := standard.EnsureOf("Whether the service runs now.",
		ral.Allowed{Name: "stopped", Aliases: []string{"false"}, Event: "service_stopped", Call: "stop"},
		ral.Allowed{Name: "running", Aliases: []string{"true"}, Event: "service_started", Call: "start", InvalidateRefreshes: true},
	)
	ensure.Example = "running"
	ensure.InSyncFn = func(_ ral.Hook, is, should value.Value) bool {
		return is.Text() == should.Text() || is.IsAbsent() && should.IsSym("stopped")
	}
	ensure.IsText = isText
	ensure.ChangeFn = func(h ral.Hook, is, should value.Value) string {
		return "ensure changed " + isText(h, is) + " to " + should.Literal()
	}
	return []*ral.Attribute{
		ensure,
		{
			Name: "enable", Kind: ral.Property, Features: []string{"enableable"}, Example: "true", Text: ral.Text{IsText: isText}, Sync: ral.Sync{SyncedByEnsure: true},
			Doc: "Whether the service starts at boot. `mask` prevents every start, until the service is unmasked.",
			Values: []ral.Allowed{
				{Name: "true", Event: "service_enabled", Call: "enable"},
				{Name: "false", Event: "service_disabled", Call: "disable"},
				{Name: "manual", Event: "service_manual_start", Call: "manual_start", Features: []string{"manual_startable"}},
				{Name: "mask", Event: "service_masked", Call: "mask", Features: []string{"maskable"}},
				{Name: "delayed", Event: "service_delayed_start", Call: "delayed_start", Features: []string{"delayed_startable"}},
			},
			InSyncFn: enableInSync,
		},
		{
			Name: "logonaccount", Kind: ral.Property, Features: []string{"manages_logon_credentials"}, Example: "LocalSystem",
			Doc: "The account that the service runs as, if the service manager stores it.",
		},
		{
			Name: "flags", Kind: ral.Property, Features: []string{"flaggable"}, Example: "-v",
			Doc: "Flags for the start of the service, if the service manager stores them.",
		},
	}
}

// enableInSync treats a masked service as not enabled, so that enable => false
// leaves the mask unchanged.
func enableInSync(_ ral.Hook, is, should value.Value) bool {
	if should.IsSym("false") && (is.IsSym("mask") || is.IsAbsent()) {
		return true
	}
	return is.Text() == should.Text()
}

func isText(_ ral.Hook, is value.Value) string {
	if is.IsAbsent() {
		return "unknown: the service does not exist yet"
	}
	return is.Literal()
}

func features() []ral.Feature {
	return []ral.Feature{
		{Name: "refreshable", Doc: "The provider can restart a service.", Methods: []string{"restart"}},
		{Name: "enableable", Doc: "The provider can enable a service, which then starts at boot.", Methods: []string{"enable", "disable"}},
		{Name: "delayed_startable", Doc: "The provider can delay the start of a service after boot.", Methods: []string{"delayed_start"}},
		{Name: "manual_startable", Doc: "The provider can restrict a service to manual starts.", Methods: []string{"manual_start"}},
		{Name: "controllable", Doc: "The provider uses a control variable."},
		{Name: "flaggable", Doc: "The provider stores flags for the start of a service."},
		{Name: "maskable", Doc: "The provider can mask a service, which prevents every start.", Methods: []string{"mask"}},
		{Name: "configurable_timeout", Doc: "The provider waits for a service up to `timeout` seconds."},
		{Name: "manages_logon_credentials", Doc: "The provider stores the account that a service runs as."},
	}
}

func params() []*ral.Attribute {
	return []*ral.Attribute{
		{
			Name: "name", Kind: ral.Param, Namevar: true, Example: "nginx", ValidateFn: serviceName,
			Doc: "The name of the service in the service manager. With systemd, `.service` is optional.",
		},
		commandLine("binary", "The program of the daemon, for a service without a start script."),
		yesNo("hasstatus", "true", "Whether the script supports the action `status`. If not, ralsh searches the process table for `pattern`."),
		yesNo("hasrestart", "", "Whether the script supports the action `restart`. If not, ralsh stops and starts the service."),
		{
			Name: "path", Kind: ral.Param, IsList: true, LocatesResource: true, Example: "/etc/init.d", Default: value.Str("/etc/init.d"),
			Doc: "The directories to search for scripts, as a list or separated by colons.", ValidateFn: validateDirs,
		},
		{
			Name: "pattern", Kind: ral.Param, LocatesResource: true, Example: "nginx: master",
			Doc: "A regular expression for the command line of the process. The default is `binary`, or the name of the service.",
		},
		commandLine("restart", "A command that restarts the service, instead of the action of the service manager."),
		commandLine("start", "A command that starts the service, instead of the action of the service manager."),
		commandLine("status", "A command that exits with 0 if the service runs. ralsh also runs it for a plan."),
		commandLine("stop", "A command that stops the service, instead of the action of the service manager."),
		{Name: "control", Kind: ral.Param, Doc: "The control variable of the service, on HP-UX."},
		{Name: "manifest", Kind: ral.Param, Doc: "The manifest of the service, on Solaris."},
		{
			Name: "timeout", Kind: ral.Param, Features: []string{"configurable_timeout"}, Example: "10",
			Doc: "The maximum time of a start or a stop, in seconds.",
		},
		{
			Name: "logonpassword", Kind: ral.Param, Sensitive: true, Features: []string{"manages_logon_credentials"},
			Doc: "The password of `logonaccount`.",
		},
	}
}

func commandLine(name, doc string) *ral.Attribute {
	return &ral.Attribute{Name: name, Kind: ral.Param, LocatesResource: true, Doc: doc, Example: "/usr/local/bin/app " + name}
}

func yesNo(name, def, doc string) *ral.Attribute {
	a := &ral.Attribute{Name: name, Kind: ral.Param, LocatesResource: true, Doc: doc, Example: "true", Values: ral.Literals("true", "false")}
	if def != "" {
		a.Default = value.Sym(def)
	}
	return a
}

// serviceName rejects names that a tool could take for an option, and names
// that leave the directory of scripts.
func serviceName(_ ral.Hook, v value.Value) error {
	name := v.Text()
	switch {
	case name == "" || name == "." || name == "..":
		return errors.New("a service name cannot be empty, . or ..")
	case strings.HasPrefix(name, "-"):
		return errors.New("a service name must not begin with a dash")
	case strings.Contains(name, "/"):
		return errors.New("a service name cannot contain a slash")
	case strings.ContainsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }):
		return errors.New("a service name cannot contain spaces or control characters")
	}
	return nil
}

func validateDirs(_ ral.Hook, v value.Value) error {
	for _, dir := range splitPath(v) {
		if !strings.HasPrefix(dir, "/") {
			return errors.New("path must contain absolute directories, not " + dir)
		}
	}
	return nil
}

func splitPath(v value.Value) []string {
	var list []string
	for _, el := range v.Elements() {
		list = append(list, strings.Split(el.Text(), ":")...)
	}
	return list
}

// methods are the methods of Puppet's providers. A provider of a module may
// define them under the same names (semantics.md 8, service, features).
func methods() []ral.Method {
	return []ral.Method{
		{Name: "start", Doc: "Starts the service."},
		{Name: "stop", Doc: "Stops the service."},
		{
			Name: "restart", Doc: "Restarts the service, on a refresh while it runs.",
			Refreshes: func(r *ral.Resource) bool {
				return r.Is("ensure").IsSym("running") && !r.Get("ensure").IsSym("stopped")
			},
		},
		{Name: "enable", Doc: "Enables the service: it starts at boot."},
		{Name: "disable", Doc: "Disables the service: it does not start at boot."},
		{Name: "manual_start", Doc: "Restricts the service to manual starts."},
		{Name: "mask", Doc: "Masks the service, which prevents every start."},
		{Name: "delayed_start", Doc: "Delays the start of the service after boot."},
		{Name: "status", Instead: "the getter of ensure"},
		{Name: "enabled", Instead: "the getter of enable"},
		{Name: "enabled?", Instead: "the getter of enable"},
	}
}
