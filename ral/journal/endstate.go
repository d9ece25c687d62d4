package journal

import (
	"context"
	"crypto/sha256"
	"errors"

	"ralsh/ral/host"
	"ralsh/ral/journal/stored"
	"ralsh/ral/transaction"
)

// leftPath is a path that a run changed, with the last act on it.
type leftPath struct {
	n, seq int
	act    Act
	secret bool
	stale  bool // a command ran since, which may have changed it
}

// leftPaths are the paths that a run changed, in the order of their last acts.
type leftPaths []*leftPath

func (l *leftPaths) add(n int, a Act, secret bool) {
	if !a.isOnFile() {
		for _, p := range *l {
			p.stale = true
		}
		return
	}
	now := &leftPath{n: n, seq: a.Seq, act: a, secret: secret}
	for i, p := range *l {
		if p.act.file() == a.file() {
			now.secret = now.secret || p.secret
			(*l)[i] = now
			return
		}
	}
	*l = append(*l, now)
}

// readAtEnd returns the lines of resources that a later step may have changed.
func (w *Writer) readAtEnd(rep *transaction.Report) (lines []line) {
	if rep == nil {
		return nil
	}
	for _, s := range rep.Steps {
		if s.AtEnd != nil && w.resource(s.N) != nil {
			lines = append(lines, &partLine{lineHead: lineHead{Kind: lineLeft, N: s.N}, Now: w.props(s.Resource, s.AtEnd)})
		}
	}
	return lines
}

// ReadPaths records the state of each path that the run changed and that a
// later command may have changed, because the result of the run is the state at
// its end.
func (w *Writer) ReadPaths(ctx context.Context, rd host.Reader) {
	ctx = host.WithTrustedLinks(context.WithoutCancel(ctx))
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range w.left {
		if !p.stale || p.act.After == nil {
			continue
		}
		path := p.act.file()
		follow := p.act.Real == "" && p.act.After.Through
		now, err := rd.ReadFileState(ctx, path, follow)
		if err != nil || w.linksToSecret(&now) {
			continue
		}
		left := Act{Seq: p.seq, After: pathState(&now)}
		if now.Kind == "file" && p.act.Left != "" && !p.secret {
			var err error
			if left.Left, err = w.sumOf(ctx, rd, path, now.Size); err != nil {
				continue
			}
		}
		if now.Kind == "file" && p.act.Print != "" {
			sum, err := w.sumOf(ctx, rd, path, now.Size)
			if err != nil {
				continue
			}
			left.Print = w.redactor.Fingerprint(sum)
		}
		w.write(&partLine{lineHead: lineHead{Kind: lineLeft, N: p.n}, Act: &left})
	}
	w.readEdited(ctx, rd)
	for _, m := range w.made {
		made, unread := Act{Seq: m.seq}, false
		for _, path := range m.paths {
			entries, err := rd.ReadTree(ctx, path)
			if unread = err != nil; unread {
				break // it stays, and the undo reports it
			}
			for _, e := range entries {
				if a := w.treeAct(e); !w.linksToSecret(&e.State) {
					a.Prior, a.After = &PathState{Kind: "none"}, a.Prior
					made.Tree = append(made.Tree, a)
				}
			}
		}
		if !unread {
			w.write(&partLine{lineHead: lineHead{Kind: lineLeft, N: m.n}, Act: &made})
		}
	}
}

// errHeld means that a file contains a secret of the run.
var errHeld = errors.New("it contains a secret")

// sumOf returns the checksum of a file, or an error if it contains a secret. It does
// not search for secrets in a file that is too long to be saved.
func (w *Writer) sumOf(ctx context.Context, rd host.Reader, path string, size int64) (string, error) {
	if size > stored.Largest {
		return rd.HashFile(ctx, path, sha256.New())
	}
	data, err := rd.ReadFile(ctx, path)
	if err == nil && w.redactor.HoldsDeclared(string(data)) {
		err = errHeld
	}
	return stored.Checksum(data), err
}

// readEdited records the result of a command that edits a file. A file that was
// missing before and after is not recorded.
func (w *Writer) readEdited(ctx context.Context, rd host.Reader) {
	for _, f := range w.edited {
		entries, err := rd.ReadTree(ctx, f.was.Path)
		if err != nil || len(entries) > 1 || len(entries) == 0 && f.was.State.Kind == "" {
			continue
		}
		left := Act{Path: w.redactor.Text(f.was.Path), After: &PathState{Kind: "none"}}
		if len(entries) == 1 {
			now := w.treeAct(entries[0])
			left.After, left.Left = now.Prior, now.Left
		}
		w.write(&partLine{lineHead: lineHead{Kind: lineLeft, N: f.n}, Act: &Act{Seq: f.seq, Tree: []Act{left}, EditsOnly: true}})
	}
}

// editedFile is a file that a command was going to edit, with its previous
// state.
type editedFile struct {
	n, seq int
	was    host.TreeEntry
}

// madeTree are paths that a command was going to create.
type madeTree struct {
	n, seq int
	paths  []string
}

// trees records and saves the files that a command removes or edits.
func (w *Writer) trees(a *Act, act host.Act) {
	none := &PathState{Kind: "none"}
	for _, r := range act.Removes {
		if r.Err != nil {
			a.Tree = append(a.Tree, Act{Kind: host.ActRemove.String(), Path: w.redactor.Text(r.Path), Prior: &PathState{Kind: "directory"}, After: none, Below: true})
			continue
		}
		for _, e := range r.Entries {
			one := w.treeAct(e)
			one.Kind, one.After, one.Left = host.ActRemove.String(), none, ""
			// The provider did not write these files. A key or a mailbox is not
			// readable by other users.
			w.before(&one, host.Act{Before: e.Data}, e.State.Mode&0o004 == 0)
			a.Tree = append(a.Tree, one)
		}
	}
	for _, e := range act.Edits {
		one := w.treeAct(e)
		one.Kind, one.Left = host.ActWrite.String(), ""
		w.before(&one, host.Act{Before: e.Data}, mayHaveSecrets(w.resource(w.step.n), act))
		a.Tree, a.EditsOnly = append(a.Tree, one), true
		w.edited = append(w.edited, editedFile{w.step.n, a.Seq, e})
	}
	if a.Makes = act.Makes; len(a.Makes) > 0 {
		w.made = append(w.made, madeTree{w.step.n, a.Seq, a.Makes})
	}
}

// treeAct returns a path of a tree with its state.
func (w *Writer) treeAct(e host.TreeEntry) Act {
	a := Act{Path: w.redactor.Text(e.Path), Prior: pathState(&e.State)}
	switch e.State.Kind {
	case "directory":
		a.Kind = host.ActMkdir.String()
	case "link":
		a.Kind = host.ActSymlink.String()
	default:
		a.Kind = host.ActWrite.String()
	}
	if e.State.Kind == "file" && !w.redactor.HoldsDeclared(string(e.Data)) {
		a.Left = stored.Checksum(e.Data)
	}
	return a
}
