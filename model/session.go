package model

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"ralsh/facts"
	"ralsh/model/config"
	"ralsh/model/draft"
	"ralsh/model/undeclared"
	"ralsh/model/undo"
	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ral/earlier"
	"ralsh/ral/host"
	"ralsh/ral/host/local"
	"ralsh/ral/host/ownfiles"
	"ralsh/ral/journal"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
	"ralsh/ral/transaction/catalog"
)

// Session is a registry on a host, on behalf of a user. It is safe for concurrent
// use, except for its exported fields.
type Session struct {
	Env    *onhost.Env
	Facts  *facts.Facts
	host   host.Host
	origin func(context.Context) journal.Origin // of this process; nil if the host is not the machine
	name   string
	apart  bool // the state directory is not the user's default

	// Warn, if set, is called with errors that do not stop the work, for example
	// an unreadable file of earlier runs. It may be called from several
	// goroutines.
	Warn func(error)

	// Version is the version of ralsh, and From is how the session was started
	// ("ralsh apply", "screens"). Both are recorded in the journal.
	Version, From string
	Config        config.Settings
	ConfigUnread  error // set if the directory of config.yaml belongs to another user; it is ignored then

	factChoice FactChoice

	Modules  *Modules
	History  History
	User     User
	OwnFiles OwnFiles
	Links    Links
	Drafts   draft.Checker
}

// Open returns a session on the machine, or on the directory root unless it is
// "" or "/". It fails if root is not a directory or if the configuration is
// invalid.
func Open(ctx context.Context, reg *ral.Registry, root string) (*Session, error) {
	h := local.Machine()
	if root != "" && root != "/" {
		var err error
		if h, err = local.Below(root); err != nil {
			return nil, fmt.Errorf("cannot use %s as the root directory: %w", root, err)
		}
	}
	s := NewSession(ctx, reg, timedHost(ctx, h))
	s.KeepJournal(s.OwnFiles.Paths.State)
	s.origin = func(ctx context.Context) journal.Origin { return originOf(ctx, local.Machine().Reader(), s.User.Name) }
	s.useFacts()
	var err error
	s.Config, err = config.Read(s.OwnFiles.Paths.Config)
	if errors.Is(err, fs.ErrPermission) {
		s.ConfigUnread, err = err, nil
	}
	return s, err
}

// NewSession returns a session on any host. It records no runs until
// KeepJournal.
func NewSession(ctx context.Context, reg *ral.Registry, h host.Host) *Session {
	rd := h.Reader()
	f := facts.With(rd, facts.Options{})
	s := &Session{Env: onhost.NewEnv(reg, rd, f), Facts: f, Config: config.Default(), host: h}
	s.Env.Files, s.Env.Functions, s.Env.Secrets = &sourceFiles{s: s}, functions{s}, s.secrets
	s.Modules, s.Links = &Modules{session: s}, Links{s.Env}
	s.Drafts = draft.NewChecker(s.Env, func(p *ral.Provider) string { return s.User.Refused(p) })
	s.History.root = s.WholeRoot()
	s.OwnFiles = OwnFiles{Paths: ownfiles.PathsOf(rd.UID(), rd.Getenv), rd: rd}
	s.User = User{Name: userName(ctx, rd), isRoot: rd.UID() == 0, root: h.Root()}
	s.name = hostName(ctx, rd)
	if top, err := rd.Stat(ctx, "/"); err == nil {
		s.User.owns = top.UID == rd.UID()
	}
	return s
}

// SetStateDir replaces the user's state directory for the journal, the log and
// other saved state, but not for the configuration. The directory must be named
// ralsh, so that XDG_STATE_HOME can select it in a shell.
func (s *Session) SetStateDir(state string) {
	s.apart = true
	s.OwnFiles.Paths.State, s.OwnFiles.Paths.Log = state, filepath.Join(state, "ralsh.log")
	s.KeepJournal(state)
}

// userName returns the account of this process from the machine's passwd, not
// from the environment.
func userName(ctx context.Context, rd host.Reader) string {
	if rd.UID() == 0 {
		return "root"
	}
	return accountName(ctx, rd, rd.UID())
}

// accountName returns the name of an account in the machine's passwd, or "uid N".
func accountName(ctx context.Context, rd host.Reader, number int) string {
	uid := fmt.Sprint(number)
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

// HostName returns the name of the host, without its domain.
func (s *Session) HostName() string { return s.name }

// Root returns the directory that is used as / on the host.
func (s *Session) Root() string { return s.host.Root() }

// Types returns all registered types, by name.
func (s *Session) Types() []*ral.Type { return s.Env.Registry.Types() }

// Type returns the type of a name; the error has the nearest name, or says where to find
// the names.
func (s *Session) Type(name string) (*ral.Type, error) {
	if t := s.Env.Registry.Type(name); t != nil {
		return t, nil
	}
	text, nearest := s.Env.Registry.NoType(name)
	if nearest == "" && s.Env.Registry.Excluded(name) == "" {
		text += " (ralsh types lists the types)"
	}
	return nil, diagnostic.Diag{Kind: diagnostic.UnknownType, Message: text, Nearest: nearest}
}

// Plan returns a plan for the declared resources. It does not change the host.
func (s *Session) Plan(ctx context.Context, decls ...ral.Decl) (*transaction.Plan, error) {
	return s.PlanWith(ctx, transaction.Options{}, decls...)
}

// PlanWith is Plan with options. The apply uses the same tags and schedules.
// The state of earlier runs is read but not changed.
func (s *Session) PlanWith(ctx context.Context, opt transaction.Options, decls ...ral.Decl) (*transaction.Plan, error) {
	if s.History.dir != "" {
		var err error
		if opt.Persistence, err = journal.LoadPersistence(ownfiles.Peek(s.History.dir), s.WholeRoot()); err != nil {
			s.say(err)
		}
		opt.Earlier = s.earlierSecrets()
		opt.Corrective = true
	}
	whole, kept := undeclared.Complete(ctx, s.Env, decls)
	plan, err := transaction.NewPlanWith(ctx, s.Env, whole, opt)
	if err == nil && kept.ChangesAny(plan) {
		plan, err = transaction.NewPlanWith(ctx, s.Env, decls, opt)
	}
	if err == nil {
		kept.Warn(plan)
		if !opt.IsUndo {
			refused := undo.Blockers(ctx, s.Env, plan)
			for _, step := range plan.Steps {
				if step.Status == transaction.Planned {
					step.UndoRefused = refused[step.Ref()]
				}
			}
		}
	}
	return plan, err
}

// earlierSecrets returns where earlier runs wrote secrets.
func (s *Session) earlierSecrets() *earlier.Secrets {
	earlier, err := journal.LoadSecrets(ownfiles.Peek(s.History.dir), s.WholeRoot())
	if err != nil {
		s.say(err)
	}
	return earlier
}

// secrets is Env.Secrets.
func (s *Session) secrets(ctx context.Context, t *ral.Type) func(*ral.Instance) *ral.Instance {
	if s.History.dir == "" {
		return nil
	}
	return s.earlierSecrets().Marks(ctx, s.Env.Reader(), t)
}

// say passes an error that does not stop the work to Warn.
func (s *Session) say(err error) {
	if s.Warn != nil {
		s.Warn(err)
	}
}

// Order returns the order of the declared resources. It does not read them.
func (s *Session) Order(ctx context.Context, decls ...ral.Decl) (*catalog.Order, error) {
	return catalog.OrderOf(ctx, s.Env, decls)
}
