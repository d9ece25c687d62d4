package model

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"

	"ralsh/facts"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/journal"
	"ralsh/ral/modules"
	"ralsh/ral/transaction"
)

// Session is one registry on one host, on behalf of one user. It is safe for
// concurrent use, except for its exported fields.
type Session struct {
	Env   *ral.Env
	Facts *facts.Facts
	host  host.Host
	paths host.OwnPaths
	user  string
	owns  bool // the folder that serves as / is this person's
	name  string
	apart bool // the state folder is another one than the person's

	// Warn, if set, is called with what went wrong beside the work: what earlier runs
	// noted cannot be read. It may be called from several goroutines.
	Warn func(error)

	// Version is that of ralsh, and From says how the session was begun ("ralsh
	// apply", "screens"), both as the journal notes it.
	Version, From string
	Config        Config
	ConfigUnread  error  // the folder of config.yaml is someone else's: nothing is set
	journal       string // the state folder, "" keeps no journal

	external []string // the folders of external facts that were asked for

	// loaded is what Modules returns; ReloadModules replaces it while others read.
	loaded    atomic.Pointer[modules.Environment]
	base      *ral.Registry // what is built in; nil where no module can be loaded
	choice    ModuleChoice
	reloading sync.Mutex
}

// Open looks at the machine, or at what lies below root when that is not "" or
// "/". It fails when root is no folder, and when the configuration is not good.
func Open(ctx context.Context, reg *ral.Registry, root string) (*Session, error) {
	h := host.Machine()
	if root != "" && root != "/" {
		var err error
		if h, err = host.Below(root); err != nil {
			return nil, fmt.Errorf("cannot work below %s: %w", root, err)
		}
	}
	s := NewSession(ctx, reg, h)
	s.KeepJournal(s.paths.State)
	s.useFacts()
	var err error
	s.Config, err = ReadConfig(s.paths.Config)
	if errors.Is(err, fs.ErrPermission) {
		s.ConfigUnread, err = err, nil
	}
	return s, err
}

// NewSession is a session on any host. It keeps no journal until it knows where.
func NewSession(ctx context.Context, reg *ral.Registry, h host.Host) *Session {
	rd := h.Reader()
	f := facts.With(rd, facts.Options{})
	s := &Session{Env: ral.NewEnv(reg, rd, f), Facts: f, Config: DefaultConfig(), host: h}
	s.paths = host.Paths(rd.UID(), rd.Getenv)
	s.user = userName(ctx, rd)
	s.name = hostName(ctx, rd)
	if top, err := rd.Stat(ctx, "/"); err == nil {
		s.owns = top.UID == rd.UID()
	}
	return s
}

// SetStateDir says where the session's own files are, in place of the person's: the
// journal, the log, what is remembered. The configuration stays theirs. The folder
// is called ralsh: so a shell finds it by XDG_STATE_HOME.
func (s *Session) SetStateDir(state string) {
	s.apart = true
	s.paths.State, s.paths.Log = state, filepath.Join(state, "ralsh.log")
	s.KeepJournal(state)
}

// userName is the account that this process acts as, by the machine's own
// passwd and not by anything in the environment.
func userName(ctx context.Context, rd host.Reader) string {
	if rd.UID() == 0 {
		return "root"
	}
	uid := fmt.Sprint(rd.UID())
	data, _ := rd.ReadFile(ctx, "/etc/passwd")
	for line := range strings.Lines(string(data)) {
		if f := strings.Split(line, ":"); len(f) > 2 && f[2] == uid {
			return f[0]
		}
	}
	return "uid " + uid
}

func hostName(ctx context.Context, rd host.Reader) string {
	if rd.Root() == "/" {
		if u, err := rd.Uname(ctx); err == nil {
			name, _, _ := strings.Cut(u.Nodename, ".")
			return name
		}
	}
	data, _ := rd.ReadFile(ctx, "/etc/hostname")
	if name := strings.TrimSpace(string(data)); name != "" {
		return name
	}
	return rd.Root()
}

// HostName is the name of the host, without its domain.
func (s *Session) HostName() string { return s.name }

// User is the name of the account that ralsh acts as.
func (s *Session) User() string { return s.user }

// IsRoot reports whether ralsh acts as root.
func (s *Session) IsRoot() bool { return s.Env.Reader().UID() == 0 }

// Root is the folder that serves as / on the host.
func (s *Session) Root() string { return s.host.Root() }

// Paths are the places of ralsh's own files.
func (s *Session) Paths() host.OwnPaths { return s.paths }

// Types are all registered types, by name.
func (s *Session) Types() []*ral.Type { return s.Env.Registry.Types() }

// Type returns a type by name; the error names the nearest one.
func (s *Session) Type(name string) (*ral.Type, error) {
	if t := s.Env.Registry.Type(name); t != nil {
		return t, nil
	}
	return nil, ral.Diag{
		Kind: ral.UnknownType, Message: "no type is called " + name,
		Nearest: ral.Nearest(name, s.Env.Registry.Names()),
	}
}

// Plan says what would be done to bring the declared resources about. It
// changes nothing.
func (s *Session) Plan(ctx context.Context, decls ...ral.Decl) (*transaction.Plan, error) {
	return s.PlanWith(ctx, transaction.Options{}, decls...)
}

// PlanWith is Plan with choices, which the apply keeps to: tags, schedules. What
// earlier runs noted is looked at and left as it is.
func (s *Session) PlanWith(ctx context.Context, opt transaction.Options, decls ...ral.Decl) (*transaction.Plan, error) {
	if s.journal != "" {
		var err error
		if opt.Persistence, err = journal.LoadPersistence(host.PeekState(s.journal), s.WholeRoot()); err != nil {
			s.say(err)
		}
		if opt.Earlier, err = journal.LoadSecrets(host.PeekState(s.journal), s.WholeRoot()); err != nil {
			s.say(err)
		}
		opt.Corrective = true
	}
	return transaction.NewPlanWith(ctx, s.Env, decls, opt)
}

// say reports what went wrong and stops nothing.
func (s *Session) say(err error) {
	if s.Warn != nil {
		s.Warn(err)
	}
}

// Refused says why this person may not do what a provider does, "" when they
// may: "usermod writes /etc/passwd, which alice may not". A folder that stands
// for a host can be anybody's; there only tools that change their root need to
// be root, or those that work without in a folder of one's own.
func (s *Session) Refused(p *ral.Provider) string {
	if p == nil || p.NeedsRoot == "" || s.IsRoot() {
		return ""
	}
	if s.Root() != "/" && (len(p.Commands) == 0 || p.UserMayWriteRoot && s.owns) {
		return ""
	}
	return p.NeedsRoot + ", which " + s.user + " may not"
}

// RefusedPlan says why this person may not do what a plan holds, before anything
// is tried; "" when they may, or when there is nothing to do.
func (s *Session) RefusedPlan(p *transaction.Plan) string {
	for _, step := range p.Steps {
		if why := s.RefusedStep(step); why != "" {
			return why
		}
	}
	return ""
}

// RefusedStep is RefusedPlan of one resource.
func (s *Session) RefusedStep(step *transaction.Step) string {
	if step.Status != transaction.Planned {
		return ""
	}
	for _, c := range step.Changes {
		if c.Refused != "" {
			return c.Refused
		}
	}
	return s.Refused(step.Resource.Provider)
}

// Order is in which order the declared resources come. Nothing of them is read
// for it.
func (s *Session) Order(ctx context.Context, decls ...ral.Decl) (*transaction.Order, error) {
	return transaction.OrderOf(ctx, s.Env, decls)
}

// FirstStart reports whether this person opens the terminal UI for the first
// time, and notes that they did. Where nothing can be noted it is never the
// first time, so that it is not repeated on every start.
func (s *Session) FirstStart() bool {
	state, err := host.OpenState(s.paths.State)
	if err != nil {
		return false
	}
	const seen = "started"
	if _, err := state.Read(seen); err == nil {
		return false
	}
	return state.Mark(seen) == nil
}
