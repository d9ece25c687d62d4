package journal

import (
	"fmt"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/journal/stored"
	"ralsh/ral/transaction"
)

// Loss is something that undoing a step does not restore. It is determined in
// the plan, before any change, and recorded in the journal, so that the plan,
// the history and the undo use the same words.
type Loss struct {
	Kind     LossKind `json:"kind,omitempty"`
	Property string   `json:"property,omitempty"` // its value is lost
	Path     string   `json:"path,omitempty"`     // its content is lost
	Text     string   `json:"text"`               // "password: it is a secret, and ralsh saves only its fingerprint"
}

// LossKind is the kind of a loss.
type LossKind string

// The kinds of losses.
const (
	LossOther     LossKind = ""          // a sentence of the provider
	LossSecret    LossKind = "secret"    // value of a property
	LossCommand   LossKind = "command"   // effect of a command
	LossDirectory LossKind = "directory" // contents of a directory
	LossFile      LossKind = "file"      // file at a path
	LossAlong     LossKind = "along"     // a resource created along with it stays, unless that is also undone
	LossRefused   LossKind = "refused"   // the inverse is rejected, according to the plan; the undo checks again
)

// Losses returns the parts of a planned step that its undo does not restore.
func Losses(s *transaction.Step) (list []Loss) {
	if s.Found == nil || !slices.ContainsFunc(s.Changes, func(c transaction.Change) bool { return c.Status == transaction.Planned }) {
		return nil
	}
	for _, c := range s.Changes {
		for _, text := range c.Lasting {
			// Several properties of a step may have the same effect.
			if loss := (Loss{Text: text}); !slices.Contains(list, loss) {
				list = append(list, loss)
			}
		}
		var names []string
		for _, d := range c.AlsoMakes {
			if d.Type == s.Resource.Type.Name {
				names = append(names, d.Title)
			}
		}
		if len(names) > 0 {
			list = append(list, Loss{Kind: LossAlong, Text: "its dependencies stay installed: " + strings.Join(names, ", ")})
		}
	}
	if s.UndoRefused != "" {
		list = append(list, Loss{Kind: LossRefused, Text: "its undo is rejected: " + s.UndoRefused})
	}
	props := s.Resource.Type.Properties()
	onlyRuns := !slices.ContainsFunc(props, func(a *ral.Attribute) bool { return !a.Transient })
	keepsFiles := false
	for _, a := range s.Acts() {
		keepsFiles = keepsFiles || a.Prior != nil && a.Prior.Kind == "file"
		switch {
		case a.Kind == host.ActRun && onlyRuns:
			_, command := a.Words(host.PlainSizes)
			list = append(list, Loss{Kind: LossCommand, Text: unknownEffect(command)})
		case a.Prior != nil:
			list = append(list, lossesAt(a, s.Resource.Type)...)
		}
	}
	for _, a := range props {
		is := s.Found.Get(a.Name)
		changes := slices.ContainsFunc(s.Changes, func(c transaction.Change) bool { return c.Attr == a })
		// A file with a secret of an earlier run, or with hidden content, is saved
		// completely.
		if keepsFiles && (!s.Resource.IsSecret(a.Name) || s.Resource.OnlyHides(a.Name)) {
			continue
		}
		if is.IsSecret() && (s.Resource.Removing() || changes) {
			list = append(list, Loss{Kind: LossSecret, Property: a.Name, Text: a.Name + ": " + stored.ErrSecret.Error()})
		}
	}
	return list
}

// lossesAt returns the data that an act on a file irreversibly removes.
func lossesAt(a host.Act, t *ral.Type) (list []Loss) {
	path := a.Path
	if a.Real != "" {
		path = a.Real
	}
	prior := pathState(a.Prior)
	removes := a.Kind == host.ActRemove || a.Kind == host.ActSymlink || a.Kind == host.ActMkdir || a.Kind == host.ActWrite
	switch {
	case !removes:
	case prior.Kind == "directory" && a.Recurse:
		list = append(list, Loss{LossDirectory, "", path, "the contents of the directory " + path + " are not saved"})
	case prior.Kind == "file" && a.Prior.Size > stored.Largest:
		l := Loss{LossFile, "", path, fmt.Sprintf("the content of %s is not saved: it is too long (%d bytes, at most %d)", path, a.Prior.Size, stored.Largest)}
		if a.Kind == host.ActWrite && t.Attr("content") != nil {
			l.Property = "content"
		}
		list = append(list, l)
	case slices.Contains([]string{"fifo", "socket", "device"}, prior.Kind):
		list = append(list, Loss{LossFile, "", path, path + " was " + prior.noun() + ", which ralsh cannot create"})
	}
	if names := a.Prior.Xattrs; removes && len(names) > 0 && !(a.Kind == host.ActWrite && prior.Kind == "file") {
		list = append(list, Loss{LossOther, "", path, "the extended attributes of " + path + " are not saved: " + strings.Join(names, ", ")})
	}
	if removes && prior.Kind == "file" && a.Prior.Links > 1 {
		list = append(list, Loss{LossFile, "", path, fmt.Sprintf("%s was hard-linked with %s; undo does not restore the link", path, others(a.Prior.Links-1))})
	}
	return list
}

func others(n uint64) string {
	if n == 1 {
		return "1 other path"
	}
	return fmt.Sprintf("%d other paths", n)
}

// Losses returns the parts of a step that its undo does not restore, as the plan
// reported them. Without changes in the step it returns nil.
func (rec *Record) Losses(s *Step) (list []Loss) {
	for _, p := range rec.Planned {
		if p.Type != s.Type || p.Title != s.Title || s.changed() == 0 {
			continue
		}
		for _, text := range p.Lasting {
			list = append(list, Loss{Text: text})
		}
		list = append(list, p.Losses...)
	}
	return list
}
