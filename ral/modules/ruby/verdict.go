package ruby

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"strings"
	"sync"
	"time"

	"ralsh/ral/host"
)

// confineReply is the answer to a confine: whether it passes, and the result for each of its
// values.
type confineReply struct {
	Pass bool     `json:"pass"`
	Got  []string `json:"got"`
	// Fault is the error that the code of the confine raised.
	Fault *Fault `json:"fault,omitempty"`
}

// result returns the fault as an error.
func (c confineReply) result() (confineReply, error) {
	if c.Fault != nil {
		return confineReply{}, c.Fault
	}
	return c, nil
}

// verdicts stores results that need Ruby for later processes, until packages or the
// directories of PATH change.
type verdicts struct {
	mu     sync.Mutex
	loaded bool
	Stamp  string                  `json:"stamp"`
	Since  time.Time               `json:"since"`
	Known  map[string]confineReply `json:"known"`
}

// verdictsLast is how long a stored verdict is valid.
const verdictsLast = time.Hour

// verdict tests a confine of a provider, by its index. Without a provider it tests
// whether the worker can be started. A stored verdict is valid until this process has a
// worker.
func (b *Bridge) verdict(ctx context.Context, typ, provider string, index int) (confineReply, error) {
	key := fmt.Sprint(typ, "/", provider, "/", index)
	if v, known := b.keptVerdict(ctx, key); known && !b.running() {
		return v.result()
	}
	var out confineReply
	if typ == "" {
		var hello struct{ Puppet, Ruby string }
		if err := b.ask(ctx, checkLimit, "hello", request{}, &hello); err != nil {
			return out, err
		}
		out = confineReply{Pass: true, Got: []string{"Ruby " + hello.Ruby + " with Puppet " + hello.Puppet}}
	} else if err := b.ask(ctx, checkLimit, "confine", confineRequest(typ, provider, index), &out); err != nil {
		fault, raised := errors.AsType[*Fault](err)
		if !raised {
			return out, err
		}
		out = confineReply{Fault: fault}
	}
	b.keepVerdict(ctx, key, out)
	return out.result()
}

func confineRequest(typ, provider string, index int) request {
	return request{"type": typ, "provider": provider, "index": index}
}

// plannedVerdict tests a confine on the host as the recorded acts of a plan leave it.
func (b *Bridge) plannedVerdict(ctx context.Context, rd host.Reader, typ, provider string, index int) (confineReply, error) {
	w, err := b.look(ctx, rd)
	if err != nil {
		return confineReply{}, err
	}
	defer w.kill()
	var out confineReply
	err = w.ask(ctx, describeLimit, "confine", confineRequest(typ, provider, index), nil, &out)
	return out, err
}

// running reports whether the worker runs.
func (b *Bridge) running() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.warm != nil
}

func (b *Bridge) keptVerdict(ctx context.Context, key string) (confineReply, bool) {
	v := &b.verdicts
	v.mu.Lock()
	defer v.mu.Unlock()
	b.loadVerdicts(ctx)
	out, known := v.Known[key]
	return out, known
}

func (b *Bridge) keepVerdict(ctx context.Context, key string, out confineReply) {
	v := &b.verdicts
	v.mu.Lock()
	defer v.mu.Unlock()
	b.loadVerdicts(ctx)
	v.Known[key] = out
	if b.cache.dir == "" {
		return
	}
	if data, err := json.Marshal(v); err == nil {
		_ = b.opt.State.WriteAtomic(b.cache.verdicts(), data) // it is tested again otherwise
	}
}

// verdicts is the file of the verdicts. No type has its name.
func (c *cache) verdicts() string { return path.Join(c.dir, "-verdicts.json") }

// loadVerdicts reads the stored verdicts, once.
func (b *Bridge) loadVerdicts(ctx context.Context) {
	v := &b.verdicts
	if v.loaded {
		return
	}
	now := hostStamp(ctx, b.rd)
	if b.cache.dir != "" {
		if data, err := b.opt.State.Read(b.cache.verdicts()); err == nil {
			_ = json.Unmarshal(data, v) // an invalid file counts as empty
		}
	}
	if v.Stamp != now || v.Known == nil || time.Since(v.Since) > verdictsLast || v.Since.After(time.Now()) {
		v.Stamp, v.Since, v.Known = now, time.Now(), make(map[string]confineReply)
	}
	v.loaded = true
}

// hostStamp changes with packages and programs, the user, the user's capabilities, and a
// start of the machine.
func hostStamp(ctx context.Context, rd host.Reader) string {
	var text strings.Builder
	boot, _ := rd.ReadFile(ctx, "/proc/sys/kernel/random/boot_id")
	fmt.Fprint(&text, rd.UID(), strings.TrimSpace(string(boot)))
	status, _ := rd.ReadFile(ctx, "/proc/self/status")
	_, caps, _ := strings.Cut(string(status), "\nCapEff:")
	caps, _, _ = strings.Cut(caps, "\n")
	fmt.Fprint(&text, strings.TrimSpace(caps))
	files := []string{"/var/lib/dpkg/status", "/var/lib/rpm/rpmdb.sqlite", "/usr/lib/sysimage/rpm/rpmdb.sqlite", "/var/lib/gems"}
	for dir := range strings.SplitSeq(rd.Getenv("PATH"), ":") {
		files = append(files, path.Clean(dir))
	}
	for _, file := range files {
		if info, err := rd.Stat(ctx, file); err == nil {
			fmt.Fprint(&text, " ", file, info.ModTime.UnixNano(), info.Size)
		}
	}
	return text.String()
}
