package suite

// The laws, as errors begin with them.
const (
	lawSuitable   = "suitable"
	lawCovered    = "every property is changed by a case"
	lawLooking    = "looking changes nothing"
	lawListed     = "a listing and a retrieval agree"
	lawHidden     = "a source that cannot be read hides no other"
	lawCode       = "the code of an instance is in sync"
	lawPlanned    = "a plan has the change"
	lawShown      = "the two values of a change differ as they are shown"
	lawActs       = "an apply acts as it was planned"
	lawIdempotent = "a second plan is empty"
	lawSecrets    = "secrets are never told"
	lawCost       = "many cost what few cost"
)

// lawful reports errors with the law that is being held.
type lawful struct {
	T
	law *string
}

func (l lawful) Errorf(format string, args ...any) {
	l.T.Helper()
	l.T.Errorf(*l.law+": "+format, args...)
}

func (l lawful) Fatalf(format string, args ...any) {
	l.T.Helper()
	l.T.Fatalf(*l.law+": "+format, args...)
}
