package transaction

import "errors"

// TroubleKind is at what a resource failed as a whole.
type TroubleKind uint8

// The kinds of trouble.
const (
	CannotEvaluate TroubleKind = iota // it could not be read, or not be flushed
	CannotPrefetch                    // its provider could not read what it needs for all
	CannotRefresh                     // it could not react to the events of others
	CannotGenerate                    // it could not tell what else there should be; it is looked at all the same
	Unsuitable                        // its provider does not work here, to the end of the run
	InCycle                           // it waits for itself
)

var troubleNames = [...]string{
	"cannot_evaluate", "cannot_prefetch", "cannot_refresh", "cannot_generate", "unsuitable", "in_cycle",
}

// String is the kind in a word, as in JSON.
func (k TroubleKind) String() string { return troubleNames[k] }

// Trouble is one failure of a resource that no property had.
type Trouble struct {
	Kind TroubleKind
	Err  error
}

var errInCycle = errors.New("resource is part of a dependency cycle")
