package wire

import "strings"

// The subjects. A host may publish only those that have its own name, so that the subject of
// an answer says whose it is; an operator may read only answers to its own name.
const (
	SubjectFind    = "ralsh.v1.find"
	subjectHost    = "ralsh.v1.host."
	subjectAnswer  = "ralsh.v1.answer."
	subjectBeat    = "ralsh.v1.beat."
	BucketFacts    = "ralsh_facts"
	BucketBeat     = "ralsh_beats"
	BucketSnapshot = "ralsh_snapshots"
)

// Token returns a name as one part of a subject, or a key of a bucket.
func Token(name string) string { return strings.ReplaceAll(name, ".", "=") }

// Name returns the name that a part of a subject is of.
func Name(token string) string { return strings.ReplaceAll(token, "=", ".") }

// SubjectCall returns where a host takes calls, and SubjectMore what follows them.
func SubjectCall(host string) string { return subjectHost + Token(host) + ".call" }

// SubjectMore returns where a host takes what follows a call.
func SubjectMore(host string) string { return subjectHost + Token(host) + ".more" }

// SubjectBeat returns where a host says that it is there.
func SubjectBeat(host string) string { return subjectBeat + Token(host) }

// SubjectAnswer returns where a host answers a call of an operator.
func SubjectAnswer(host, operator, call string) string {
	return subjectAnswer + Token(host) + "." + Token(operator) + "." + call
}

// SubjectAnswers returns where an operator reads the answers of all hosts.
func SubjectAnswers(operator string) string { return subjectAnswer + "*." + Token(operator) + ".*" }

// Allowed are the subjects that an account may publish and subscribe to.
type Allowed struct{ Publish, Subscribe []string }

// AllowedHost returns what the agent of a host may do. It may also answer requests of the
// services API, once each.
func AllowedHost(host string) Allowed {
	return Allowed{
		Publish: []string{
			subjectAnswer + Token(host) + ".>", SubjectBeat(host),
			"$KV." + BucketFacts + "." + Token(host), "$KV." + BucketBeat + "." + Token(host), "$KV." + BucketSnapshot + "." + Token(host),
		},
		Subscribe: []string{SubjectFind, subjectHost + Token(host) + ".>", "$SRV.>"},
	}
}

// AllowedOperator returns what an operator may do.
func AllowedOperator(operator string) Allowed {
	return Allowed{
		Publish:   []string{SubjectFind, subjectHost + "*.call", subjectHost + "*.more", "$SRV.>", "$JS.API.INFO", "$JS.API.*.*.KV_ralsh_*", "$JS.API.*.*.KV_ralsh_*.>", "$JS.API.DIRECT.GET.KV_ralsh_*.>"},
		Subscribe: []string{subjectAnswer + "*." + Token(operator) + ".>", subjectBeat + "*", Inbox(operator) + ".>"},
	}
}

// Inbox returns the prefix of the inboxes of an operator: another one cannot read them.
func Inbox(operator string) string { return "_INBOX_" + Token(operator) }

// OfAnswer returns the host and the number of the call that the subject of an answer has.
func OfAnswer(subject string) (host, call string, ok bool) {
	rest, ok := strings.CutPrefix(subject, subjectAnswer)
	parts := strings.Split(rest, ".")
	if !ok || len(parts) != 3 {
		return "", "", false
	}
	host, call = Name(parts[0]), parts[2]
	return host, call, CheckName(host) == nil && checkCall(call) == nil
}
