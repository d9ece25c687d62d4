package ruby

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
	"ralsh/ral/host/confined"
)

//go:embed worker/*.rb
var workerFiles embed.FS

// Options are the options of a Bridge.
type Options struct {
	Interpreter Interpreter
	Modules     []Module // modules that may be loaded, in order of precedence
	Synced      string   // the plugins from pluginsync, or ""
	Facts       condition.Facts
	Language    Language
	// ReadPrograms are the programs that code of modules may run on the host while it reads.
	// Other programs run in the sandbox.
	ReadPrograms []string
	// Patience is the time limit for code that reads or plans a resource; 0 is a minute.
	// Only changes may take longer.
	Patience time.Duration
	State    State // stores descriptions; nil stores nothing
	// Origin returns where a file comes from: its module.
	Origin func(file string) ral.Origin
}

// AnyProgram in Options.Looks is every program.
const AnyProgram = "*"

// Module is a module whose Ruby code may be loaded.
type Module struct {
	Name string `json:"name"`
	Path string `json:"path"`
}

// State stores descriptions for later processes. Its methods must be safe for concurrent
// use.
type State interface {
	Read(name string) ([]byte, error)
	WriteAtomic(name string, data []byte) error
}

// idleLimit is how long the worker runs without a request.
const idleLimit = 5 * time.Minute

// memoryLimit is the address space of a process of the worker, in bytes.
const memoryLimit = 1 << 30

// startLimit is how long Ruby may take to load Puppet.
const startLimit = time.Minute

// Bridge runs the Ruby code of the modules of a modulepath. It starts processes lazily.
// It is safe for concurrent use.
type Bridge struct {
	opt   Options
	rd    host.Reader
	cache cache

	verdicts verdicts
	own      ownFacts

	mu      sync.Mutex // of the fields below, and of starting
	box     *confined.Sandbox
	warm    *worker // has loaded types, and reads
	failed  error   // why the last start failed
	until   time.Time
	retry   *time.Timer
	answers answers
}

// Open returns a bridge on this machine. It starts no process.
func Open(ctx context.Context, rd host.Reader, opt Options) *Bridge {
	b := &Bridge{opt: opt, rd: rd, own: ownFacts{slots: make(chan struct{}, factsTogether), limit: factLimit}}
	openCache(ctx, rd, opt, &b.cache)
	b.findFacts(ctx)
	return b
}

// SameAs reports whether a different bridge would give the same descriptions.
func (b *Bridge) SameAs(other *Bridge) bool {
	return other != nil && b.cache.dir == other.cache.dir && b.cache.dir != "" && slices.Equal(b.opt.ReadPrograms, other.opt.ReadPrograms)
}

// Close ends the worker. The bridge remains usable: it starts a new worker.
func (b *Bridge) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stop()
}

func (b *Bridge) stop() {
	if b.box != nil {
		_ = b.box.Close() // its processes are killed in any case
	}
	b.box, b.warm = nil, nil
}

// StartError is why the worker could not be started.
type StartError struct {
	Program string
	Err     error
}

// Error names the interpreter.
func (e *StartError) Error() string {
	return e.Program + " with Puppet cannot be started: " + e.Err.Error()
}

// Unwrap returns the cause.
func (e *StartError) Unwrap() error { return e.Err }

// again is how long a start that failed is not tried again.
const again = 10 * time.Second

// started returns the process that has loaded types, and starts it if necessary. The
// start does not end with its request, because other requests wait for it.
func (b *Bridge) started(ctx context.Context) (*worker, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.warm != nil && b.warm.process.usable() && !b.box.Ended() {
		b.idle()
		return b.warm, nil
	}
	if b.failed != nil && time.Now().Before(b.until) {
		return nil, b.failed
	}
	b.stop()
	err := b.start(context.WithoutCancel(ctx))
	b.failed = nil
	if err != nil {
		b.stop()
		b.failed, b.until = &StartError{b.opt.Interpreter.Program, err}, time.Now().Add(again)
		return nil, b.failed
	}
	b.idle()
	return b.warm, nil
}

// idle ends the worker after a while without a request.
func (b *Bridge) idle() {
	if b.retry == nil {
		b.retry = time.AfterFunc(idleLimit, b.Close)
		return
	}
	b.retry.Reset(idleLimit)
}

func (b *Bridge) start(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	files, err := b.files()
	if err != nil {
		return err
	}
	b.box, err = confined.Open(ctx, confined.Spec{
		Program: b.opt.Interpreter.Program, Args: b.opt.Interpreter.options(),
		Files: files, Env: b.environment(), Memory: memoryLimit,
	})
	if err != nil {
		return err
	}
	first, err := b.box.Reading(ctx)
	if err != nil {
		return err
	}
	b.warm = b.newWorker(first, b.rd)
	return nil
}

// files returns the files of the worker.
func (b *Bridge) files() (map[string]string, error) {
	files, err := workerSource()
	if err != nil {
		return nil, err
	}
	list, err := json.Marshal(append([]Module{}, b.opt.Modules...))
	files["modules.json"] = string(list)
	return files, err
}

// workerSource returns the code of the worker by file.
func workerSource() (map[string]string, error) {
	entries, err := workerFiles.ReadDir("worker")
	if err != nil {
		return nil, err
	}
	files := make(map[string]string)
	for _, entry := range entries {
		data, err := workerFiles.ReadFile("worker/" + entry.Name())
		if err != nil {
			return nil, err
		}
		files[entry.Name()] = string(data)
	}
	return files, nil
}

// environment is that of the worker.
func (b *Bridge) environment() []string {
	env := []string{"LANG=C.UTF-8", "PATH=" + b.rd.Getenv("PATH")}
	if b.opt.Synced != "" {
		env = append(env, "RALSH_SYNCED="+path.Join(b.opt.Synced, "lib"))
	}
	for _, name := range []string{"TZ"} {
		if v := b.rd.Getenv(name); v != "" {
			env = append(env, name+"="+v)
		}
	}
	return env
}

// look returns a process for a run that reads through a Reader.
func (b *Bridge) look(ctx context.Context, rd host.Reader) (*worker, error) {
	warm, err := b.started(ctx)
	if err != nil {
		return nil, err
	}
	from := warm.proc
	if warm.process.mu.TryLock() {
		defer warm.process.mu.Unlock()
	} else {
		from = nil // a process is forked between two requests, and this request may wait for the new process
	}
	w, err := b.box.ReaderWorker(ctx, rd, from)
	if err != nil {
		return nil, err
	}
	return b.newWorker(w, rd).forRun(), nil
}

// act returns a process for changes through a Writer.
func (b *Bridge) act(ctx context.Context, wr host.Writer) (*worker, error) {
	if _, err := b.started(ctx); err != nil {
		return nil, err
	}
	w, err := b.box.WriterWorker(ctx, wr)
	if err != nil {
		return nil, err
	}
	made := b.newWorker(w, wr.Reader()).forRun()
	made.wr = &wr
	return made, nil
}

func (b *Bridge) origin(file string) ral.Origin {
	if b.opt.Origin == nil || file == "" {
		return ral.Origin{File: file, Pos: file}
	}
	return b.opt.Origin(file)
}

// Runs returns why Ruby code of modules cannot run here, nil if it can. It starts Ruby
// only if that is not known yet.
func (b *Bridge) Runs(ctx context.Context) error {
	_, err := b.verdict(ctx, "", "", 0)
	return err
}

// confinable returns the confine that Ruby code can be confined here.
func (b *Bridge) confinable() condition.Confine {
	return condition.Confine{
		Kind: condition.ConfineTest, Title: "Ruby code of modules can run on this host", Want: "Ruby with Puppet, in kernel namespaces",
		Hint: "run ralsh on a host that allows namespaces (see docs/ruby.md)",
		Check: func(ctx context.Context, p condition.Probe) (string, bool, error) {
			if p.Reader.Root() != "/" {
				return confined.ErrNotHere.Error(), false, nil
			}
			v, err := b.verdict(ctx, "", "", 0)
			if err != nil {
				return err.Error(), false, nil
			}
			return strings.Join(v.Got, ", "), v.Pass, nil
		},
	}
}

// Describe returns the description of a type. It is requested once and stored.
func (b *Bridge) Describe(ctx context.Context, name string) (*Description, error) {
	if d, known := b.cache.description(name); known {
		return d, nil
	}
	// A type that could not be read may depend on a missing part of the host. A type
	// that ends its process, or hangs, is not tried again for a while.
	if e, known := b.cache.known(name); known && e.Stamp == hostStamp(ctx, b.rd) && (!b.running() || time.Since(e.Deadly) < verdictsLast) {
		return nil, e.Why
	}
	var d Description
	err := b.ask(ctx, describeLimit, "describe", request{"type": name}, &d)
	_, unstarted := errors.AsType[*StartError](err)
	if unstarted || ctx.Err() != nil {
		return nil, err
	}
	if err == nil && d.Name != name {
		err = fmt.Errorf("the file of the type %s defines the type %s", name, d.Name)
	}
	return b.cache.keep(name, &d, err, hostStamp(ctx, b.rd))
}

// Failure returns why a type could not be described the last time, nil if it could or was
// not tried.
func (b *Bridge) Failure(name string) error {
	if e, known := b.cache.known(name); known && e.Why != nil {
		return e.Why
	}
	return nil
}

// Described reports whether Describe would answer without Ruby.
func (b *Bridge) Described(name string) bool {
	_, known := b.cache.known(name)
	return known
}
