package suite

// The laws. Errors begin with them.
const (
	lawSuitable   = "the provider is suitable"
	lawCovered    = "a case changes every property"
	lawReading    = "reading does not change the host"
	lawListed     = "a listing and a retrieval agree"
	lawHidden     = "an unreadable source does not hide other sources"
	lawCode       = "the code of an instance is in sync"
	lawPlanned    = "a plan contains the change"
	lawShown      = "the two values of a change differ as they are shown"
	lawActs       = "an apply runs the planned actions"
	lawIdempotent = "a second plan is empty"
	lawSecrets    = "secrets are not shown"
	lawCost       = "the cost does not depend on the number of instances"
)

// lawful prefixes errors with the current law.
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
