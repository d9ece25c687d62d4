package journal

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"sync"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/ownfiles"
	"ralsh/ral/journal/stored"
	"ralsh/ral/transaction"
)

// disk is the part of ownfiles.State that a run writes to; each call returns once
// the data is on the disk, except an Append without sync.
type disk interface {
	Append(name string, data []byte, sync bool) error
	Reserve(name string, size int64) error
	Release(name string, size int64) error
	WriteAtomic(name string, data []byte) error
	Remove(name string) error
}

// Writer is the journal of a running run. It holds the lock. Its methods may be
// called concurrently.
type Writer struct {
	n        int
	state    *ownfiles.State
	disk     disk
	unlock   func() error
	redactor *stored.Redactor
	bound    Retention
	stop     func() // stops the run, see Meta.Stop
	reserved int64  // bytes after the end of the file

	without    bool // something of the plan was omitted
	incomplete bool // see LeavesPart

	mu     sync.Mutex
	lost   *LostError                // since the first failed write
	broken bool                      // the last write failed, and may have written part of a line
	steps  map[int]*transaction.Step // by number
	plan   map[string]*ral.Instance  // instances read by the plan, by reference
	open   map[int]*openStep         // by number
	step   *openStep                 // the current step, which acts belong to
	left   leftPaths
	made   []madeTree
	edited []editedFile
	places secretPlaces
}

// Open acquires the lock and records the plan of the run. If it fails, the caller must
// not change the host; a *BusyError names the active run.
func Open(state *ownfiles.State, meta Meta) (*Writer, error) { return open(state, state, meta) }

func open(state *ownfiles.State, to disk, meta Meta) (*Writer, error) {
	unlock, err := state.Lock(lockName, holder(state.PID(), meta))
	if held, ok := errors.AsType[*ownfiles.HeldError](err); ok {
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
		if w.n == 0 { // the earlier runs cannot be read
			return nil, errors.Join(err, unlock())
		}
		// The run did not start: no record may look like an interrupted run.
		return nil, errors.Join(notKept(err), w.abandon(), unlock())
	}
	return w, nil
}

// abandon removes the file of a run that does not begin.
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
	return fmt.Errorf("cannot write the journal: %w (ralsh makes only changes that it can record)", host.Plain(err))
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
	w.redactor = stored.NewRedactor(salt, meta.Secrets)
	// An error was reported with the plan; the file is replaced.
	known, _ := LoadSecrets(w.state, meta.Root)
	w.places = secretPlaces{root: meta.Root, known: known}
	w.places.foresee(meta.Planned)
	if err := w.saveSecrets(); err != nil {
		return err
	}
	lines := []line{&openingLine{lineHead{Kind: lineOpened}, Opening{
		Format: version, Run: w.n, Host: meta.Host, User: meta.User, Origin: meta.Origin, Root: meta.Root,
		Version: meta.Version, Salt: salt, UndoOf: meta.UndoOf, What: meta.what(), From: meta.From, PID: w.state.PID(),
	}}}
	recorded := make(map[*transaction.Step]bool)
	for _, s := range meta.Planned {
		if s.Status != transaction.InSync {
			p := w.declared(s)
			if from := s.Declared(); from != s {
				p.By = from.Ref()
				if !recorded[from] {
					p.Source = &Along{Type: from.Decl.Type, Title: from.Decl.Title, Provider: from.Decl.Provider, Attrs: w.attrs(from), Inherits: from.Inherits}
				}
				recorded[from] = true
			}
			recorded[s] = true
			lines = append(lines, &plannedLine{lineHead{Kind: linePlanned}, p})
		}
		if s.Found != nil {
			w.plan[s.Ref()] = s.Found
		}
	}
	maps.Copy(w.plan, meta.Initial)
	w.announce(lines...)
	if w.lost != nil {
		return w.lost.Err
	}
	return w.reserve()
}

// Space that is reserved for the end of a run and of each open step, so that
// they can be recorded on a full disk.
const (
	endRoom  = 64 << 10
	stepRoom = 4 << 10
	moreRoom = 256 << 10 // reserved in addition, so that not each act reserves again
)

// reserve makes sure that there is space for the end of the run. On a disk that is
// nearly full, it reserves only that.
func (w *Writer) reserve() error {
	need := w.room()
	if w.reserved >= need {
		return nil
	}
	size := need + moreRoom
	err := w.disk.Reserve(fileName(w.n), size)
	if err != nil {
		size = need
		err = w.disk.Reserve(fileName(w.n), size)
	}
	if err == nil {
		w.reserved = size
	}
	return err
}

func (w *Writer) room() int64 { return endRoom + int64(len(w.open))*stepRoom }

func (w *Writer) declared(s *transaction.Step) Planned {
	p := Planned{Type: s.Decl.Type, Title: s.Decl.Title, Provider: s.Decl.Provider, LeftOut: w.redactor.Text(s.LeftOut())}
	_, declared := s.Decl.Get("provider")
	p.Elected = p.Provider == "" && !declared
	w.without = w.without || p.LeftOut != ""
	if s.Resource != nil && s.Resource.Provider != nil {
		p.Provider = s.Resource.Provider.Name
	}
	p.Attrs = w.attrs(s)
	p.Inherits = s.Inherits
	p.Peers = w.peers(s)
	if s.Status == transaction.Skipped && s.OK() {
		p.Skip = s.Skip.String()
	}
	for _, c := range s.Changes {
		for _, d := range c.AlsoRemoves {
			p.Takes = append(p.Takes, w.along(s, d))
		}
		for _, d := range c.AlsoMakes {
			p.Brings = append(p.Brings, w.along(s, d))
		}
	}
	for _, loss := range Losses(s) {
		loss.Path, loss.Text = w.redactor.Text(loss.Path), w.redactor.Text(loss.Text)
		p.Losses = append(p.Losses, loss)
	}
	return p
}

func (w *Writer) attrs(s *transaction.Step) (list []Prop) {
	for _, a := range s.Decl.Attrs {
		list = append(list, Prop{a.Name, w.val(s.Resource, a.Name, a.Value)})
	}
	for _, a := range s.Uncomputed() {
		list = append(list, Prop{a.Name, stored.Value{Unknown: "a Deferred function computed it after the plan"}})
	}
	return list
}

// peers returns the resources that the provider of a step requested.
func (w *Writer) peers(s *transaction.Step) (list []Along) {
	if s.Resource == nil {
		return nil
	}
	for _, peer := range s.Resource.ReadPeers() {
		t := Along{Type: peer.Type.Name, Title: peer.Title, Provider: peer.Decl.Provider}
		for _, a := range peer.Decl.Attrs {
			t.Attrs = append(t.Attrs, Prop{a.Name, w.val(peer, a.Name, a.Value)})
		}
		list = append(list, t)
	}
	return list
}

// along returns a resource that is created or removed along with a step; its
// provider defaults to that of the step if the types are equal.
func (w *Writer) along(s *transaction.Step, d ral.Decl) Along {
	t := Along{Type: d.Type, Title: d.Title, Provider: d.Provider}
	if t.Provider == "" && d.Type == s.Decl.Type && s.Resource != nil && s.Resource.Provider != nil {
		t.Provider = s.Resource.Provider.Name
	}
	for _, a := range d.Attrs {
		t.Attrs = append(t.Attrs, Prop{a.Name, w.redactor.Value(a.Value, false, w.keep)})
	}
	return t
}

// Number returns the number of the run.
func (w *Writer) Number() int { return w.n }

// announce appends lines and returns when they are on the disk, with all lines before
// them: a planned act is recorded even after a power failure.
func (w *Writer) announce(lines ...line) { w.append(true, lines) }

// write appends lines, which the next announcement syncs. A power failure may lose the
// lines since the last announcement; a killed process loses no line.
func (w *Writer) write(lines ...line) { w.append(false, lines) }

// append appends lines and records the first failure, which stops the run. Later
// lines are still written, because there may be space again.
func (w *Writer) append(sync bool, lines []line) {
	var b bytes.Buffer
	if w.broken {
		b.WriteByte('\n')
	}
	now := time.Now().UTC()
	for _, l := range lines {
		l.head().At = now
		text, err := json.Marshal(l)
		if err != nil {
			w.fail(err, l)
			continue
		}
		b.Write(append(text, '\n'))
	}
	err := w.disk.Append(fileName(w.n), b.Bytes(), sync)
	w.reserved -= int64(b.Len())
	w.broken = err != nil
	w.fail(err, lines...)
}

// keep saves content in the store, unless it exists.
func (w *Writer) keep(data []byte) *stored.String { return w.keepAs(stored.Checksum(data), data) }

// keepAs saves content under its checksum, or under the sealed checksum.
func (w *Writer) keepAs(sum string, data []byte) *stored.String {
	k := &stored.String{Sum: sum, Size: len(data)}
	if len(data) > stored.Largest {
		k.Lost = true
		return k
	}
	// An existing file of the right name and size is complete, because it was
	// renamed.
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

func keptName(sum string) string { return keptDir + "/" + sum }

// LeavesPart records that the run is an undo that did not restore all that it promised.
func (w *Writer) LeavesPart() { w.incomplete = true }

// Close records the end of the run, applies the retention, and releases the
// lock. rep is nil if the run did not begin, because of cause. The error is a
// *LostError if something could not be written since Open, which stopped the
// run; otherwise a *PruneError if older runs could not be deleted.
func (w *Writer) Close(rep *transaction.Report, cause error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	end := Closing{Status: NotBegun, Error: errorText(w.redactor.Error(cause)), Incomplete: w.incomplete}
	if rep != nil {
		end.Status, end.Changed, end.Failed, end.Summary = w.status(rep), rep.Changes(), failedIn(rep), rep.Summary()
		end.Stopped = rep.Count(transaction.Stopped)
		end.ElapsedMS = float64(rep.Elapsed.Microseconds()) / 1000
	}
	if left := w.readAtEnd(rep); left != nil {
		w.write(left...)
	}
	w.announce(&closingLine{lineHead{Kind: lineClosed}, end})
	marks := w.saveSecrets()
	released := w.disk.Release(fileName(w.n), max(w.room(), w.reserved))
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

// status returns the status of the run: a run that omitted something has
// failed, a run that was only stopped has not.
func (w *Writer) status(rep *transaction.Report) string {
	switch {
	case failedIn(rep) == 0 && rep.Count(transaction.NotBegun) > 0:
		return Stopped
	case w.without && rep.OK():
		return "failed"
	}
	return rep.Status()
}

// failedIn returns the number of resources that failed, were stopped or had no
// effect.
func failedIn(rep *transaction.Report) int {
	return rep.Failed() + rep.Count(transaction.Stopped) + rep.Count(transaction.DidNotTake)
}
