package journal

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/transaction"
)

// disk is what a run writes through; each call returns once it is on the disk.
type disk interface {
	AppendSync(name string, data []byte) error
	Reserve(name string, size int64) error
	Release(name string, size int64) error
	WriteAtomic(name string, data []byte) error
	Remove(name string) error
}

// Writer is the journal of a run that is at work. It holds the lock. Its methods
// may be called from several goroutines.
type Writer struct {
	n      int
	state  *host.State
	disk   disk
	unlock func() error
	mask   *redactor
	bound  Retention
	stop   func() // ends the run, see Meta.Stop

	without bool // something of the plan was left out

	mu     sync.Mutex
	lost   *LostError                // since the first write that failed
	broken bool                      // the last write failed, and may have left part of a line
	steps  map[int]*transaction.Step // by number, as the run has them
	plan   map[string]*ral.Instance  // what the plan read, by reference
	open   map[int]*openStep         // by number
	step   *openStep                 // the current one, to which acts belong
	left   leftPaths
	made   []madeTree
	edited []editedFile
	places secretPlaces
}

// Open takes the lock and writes down what is going to be done. When it fails
// nothing may be changed: a *BusyError names who else is at work.
func Open(state *host.State, meta Meta) (*Writer, error) { return open(state, state, meta) }

func open(state *host.State, to disk, meta Meta) (*Writer, error) {
	unlock, err := state.Lock(lockName, holder(state.PID(), meta))
	if held, ok := errors.AsType[*host.HeldError](err); ok {
		return nil, &BusyError{held.Holder}
	}
	if err != nil {
		return nil, notKept(err)
	}
	w := &Writer{
		state: state, disk: to, unlock: unlock, bound: meta.Retention, stop: meta.Stop,
		steps: make(map[int]*transaction.Step), open: make(map[int]*openStep), plan: make(map[string]*ral.Instance),
	}
	if err := w.opening(meta); err != nil {
		// Nothing was done: no record of it may look like a run that was cut off.
		return nil, errors.Join(notKept(err), w.abandon(), unlock())
	}
	return w, nil
}

// abandon removes what was written of a run that is not begun.
func (w *Writer) abandon() error {
	if err := w.disk.Remove(fileName(w.n)); err != nil {
		return err
	}
	list, err := numbers(w.state)
	if err != nil {
		return err
	}
	return w.pruneContents(list, true, w.bound.Bytes)
}

func notKept(err error) error {
	return fmt.Errorf("the journal cannot be written, and nothing is done without it: %w", err)
}

func (w *Writer) opening(meta Meta) error {
	list, err := numbers(w.state)
	if err != nil {
		return err
	}
	w.n = 1
	if len(list) > 0 {
		w.n = list[len(list)-1] + 1
	}
	salt := make([]byte, 16)
	if _, err := rand.Read(salt); err != nil {
		return err
	}
	w.mask = newMask(salt, meta.Secrets)
	// One that cannot be read was told of with the plan; it is written again.
	known, _ := LoadSecrets(w.state, meta.Root)
	w.places = secretPlaces{root: meta.Root, known: known}
	w.places.foresee(meta.Planned)
	if err := w.saveSecrets(); err != nil {
		return err
	}
	lines := []line{{
		Kind: lineOpened, Format: version, Run: w.n, Host: meta.Host, User: meta.User, Root: meta.Root,
		Version: meta.Version, Salt: salt, UndoOf: meta.UndoOf, What: meta.what(), From: meta.From, PID: w.state.PID(),
	}}
	for _, s := range meta.Planned {
		if s.Status != transaction.InSync {
			lines = append(lines, w.declared(s))
		}
		if s.Found != nil {
			w.plan[s.Ref()] = s.Found
		}
	}
	w.write(lines...)
	if w.lost != nil {
		return w.lost.Err
	}
	return w.disk.Reserve(fileName(w.n), w.room())
}

// The room that is reserved for the end of a run, and for that of each of its
// open steps: a full disk must not keep the journal from saying how they ended.
const (
	endRoom  = 64 << 10
	stepRoom = 4 << 10
)

func (w *Writer) room() int64 { return endRoom + int64(len(w.open))*stepRoom }

func (w *Writer) declared(s *transaction.Step) line {
	l := line{Kind: linePlanned, Type: s.Decl.Type, Title: s.Decl.Title, Provider: s.Decl.Provider, Error: w.mask.Text(s.LeftOut())}
	w.without = w.without || l.Error != ""
	if s.Resource != nil && s.Resource.Provider != nil {
		l.Provider = s.Resource.Provider.Name
	}
	for _, a := range s.Decl.Attrs {
		l.Attrs = append(l.Attrs, Prop{a.Name, w.mask.val(a.Value, s.Resource.IsSecret(a.Name), w.keep)})
	}
	for _, c := range s.Changes {
		for _, d := range c.AlsoRemoves {
			l.Takes = append(l.Takes, w.along(s, d))
		}
		for _, d := range c.AlsoMakes {
			l.Brings = append(l.Brings, w.along(s, d))
		}
	}
	for _, loss := range Losses(s) {
		loss.Path, loss.Text = w.mask.Text(loss.Path), w.mask.Text(loss.Text)
		l.Losses = append(l.Losses, loss)
	}
	return l
}

// along is a resource that comes or goes with a step; one of the same type has the
// same provider.
func (w *Writer) along(s *transaction.Step, d ral.Decl) Along {
	t := Along{Type: d.Type, Title: d.Title, Provider: d.Provider}
	if t.Provider == "" && d.Type == s.Decl.Type && s.Resource != nil && s.Resource.Provider != nil {
		t.Provider = s.Resource.Provider.Name
	}
	for _, a := range d.Attrs {
		t.Attrs = append(t.Attrs, Prop{a.Name, w.mask.val(a.Value, false, w.keep)})
	}
	return t
}

// Number is the run's number.
func (w *Writer) Number() int { return w.n }

// write appends lines and keeps the first failure, which stops the run. What
// comes later is written anyway: it may find room again.
func (w *Writer) write(lines ...line) {
	var b bytes.Buffer
	if w.broken {
		b.WriteByte('\n')
	}
	now := time.Now().UTC()
	for _, l := range lines {
		l.At = now
		text, err := json.Marshal(l)
		if err != nil {
			w.fail(err, l)
			continue
		}
		b.Write(append(text, '\n'))
	}
	err := w.disk.AppendSync(fileName(w.n), b.Bytes())
	w.broken = err != nil
	w.fail(err, lines...)
}

// keep puts content into the store, unless it is there.
func (w *Writer) keep(data []byte) *StoredString {
	k := &StoredString{Sum: checksum(data), Size: len(data)}
	if len(data) > LargestKept {
		k.Lost = true
		return k
	}
	// A file of the right name and size is whole: it came by a rename.
	_, size, err := w.state.ReadPart(keptName(k.Sum), 0, 0)
	if err == nil && size == int64(len(data)) {
		return k
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		w.failContent(err)
	}
	if err := w.disk.WriteAtomic(keptName(k.Sum), data); err != nil {
		w.failContent(err)
		k.Lost = true
	}
	return k
}

func checksum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

func keptName(sum string) string { return keptDir + "/" + sum }

// Close writes down how the run ended, forgets what is older than is kept, and
// gives the lock back. rep is nil when the run never began, because of cause. The
// error is a *LostError when something could not be written since Open, which
// stopped the run; else a *PruneError when the past could not be forgotten.
func (w *Writer) Close(rep *transaction.Report, cause error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	l := line{Kind: lineClosed, Status: NotBegun, Error: errorText(w.mask.Error(cause))}
	if rep != nil {
		l.Status, l.Changed, l.Failed, l.Summary = w.status(rep), rep.Changes(), failedIn(rep), rep.Summary()
		l.ElapsedMS = float64(rep.Elapsed.Microseconds()) / 1000
	}
	if left := w.readAtEnd(rep); left != nil {
		w.write(left...)
	}
	w.write(l)
	marks := w.saveSecrets()
	released := w.disk.Release(fileName(w.n), w.room())
	var err error
	pruned := w.prune(w.bound)
	switch {
	case w.lost != nil:
		err = w.lost
	case pruned != nil:
		err = &PruneError{Run: w.n, Err: pruned}
	}
	return errors.Join(err, marks, released, w.unlock())
}

// status is how the run is reported: a run that left something out has failed, a run that
// only was stopped has not.
func (w *Writer) status(rep *transaction.Report) string {
	switch {
	case failedIn(rep) == 0 && rep.Count(transaction.NotBegun) > 0:
		return Stopped
	case w.without && rep.OK():
		return "failed"
	}
	return rep.Status()
}

// failedIn counts the resources that failed, were stopped or did not take.
func failedIn(rep *transaction.Report) int {
	return rep.Count(transaction.Failed) + rep.Count(transaction.Stopped) + rep.Count(transaction.DidNotTake)
}
