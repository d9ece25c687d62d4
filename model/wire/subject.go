package wire

import "strings"

// The subjects. A host may publish only subjects with its name, so the subject of an answer
// identifies the host. An operator may read only answers with the operator's name.
const (
	SubjectFind    = "ralsh.v1.find"
	subjectHost    = "ralsh.v1.host."
	subjectAnswer  = "ralsh.v1.answer."
	subjectBeat    = "ralsh.v1.beat."
	BucketFacts    = "ralsh_facts"
	BucketBeat     = "ralsh_beats"
	BucketSnapshot = "ralsh_snapshots"
)

// Token returns a name as part of a subject, or as a key of a bucket.
func Token(name string) string { return strings.ReplaceAll(name, ".", "=") }

// Name returns the name that a part of a subject is of.
func Name(token string) string { return strings.ReplaceAll(token, "=", ".") }

// SubjectCall returns the subject for calls to a host.
func SubjectCall(host string) string { return subjectHost + Token(host) + ".call" }

// SubjectMore returns the subject for messages that follow a call.
func SubjectMore(host string) string { return subjectHost + Token(host) + ".more" }

// SubjectBeat returns the subject of the heartbeats of a host.
func SubjectBeat(host string) string { return subjectBeat + Token(host) }

// SubjectAnswer returns where a host answers a call of an operator.
func SubjectAnswer(host, operator, call string) string {
	return subjectAnswer + Token(host) + "." + Token(operator) + "." + call
}

// SubjectAnswers returns where an operator reads the answers of all hosts.
func SubjectAnswers(operator string) string { return subjectAnswer + "*." + Token(operator) + ".*" }

// Allowed are the subjects that an account may publish and subscribe to.
type Allowed struct{ Publish, Subscribe []string }

// Buckets returns the buckets of JetStream.
func Buckets() []string { return []string{BucketFacts, BucketBeat, BucketSnapshot} }

// SubjectKey returns where a host writes its entry of a bucket.
func SubjectKey(bucket, host string) string { return "$KV." + bucket + "." + Token(host) }

// AllowedHost returns the permissions of the agent of a host. It may also answer requests of
// the services API, once each.
func AllowedHost(host string) Allowed {
	may := Allowed{
		Publish:   []string{subjectAnswer + Token(host) + ".>", SubjectBeat(host)},
		Subscribe: []string{SubjectFind, subjectHost + Token(host) + ".>", "$SRV.>"},
	}
	for _, bucket := range Buckets() {
		may.Publish = append(may.Publish, SubjectKey(bucket, host))
	}
	return may
}

// AllowedOperator returns the permissions of an operator. An operator may only read the names
// and entries of a bucket: the creator of a stream or a consumer chooses its subjects,
// including subjects of other users.
func AllowedOperator(operator string) Allowed {
	may := Allowed{
		Publish:   []string{SubjectFind, subjectHost + "*.call", subjectHost + "*.more", "$SRV.>"},
		Subscribe: []string{subjectAnswer + "*." + Token(operator) + ".>", subjectBeat + "*", Inbox(operator) + ".>"},
	}
	for _, bucket := range Buckets() {
		may.Publish = append(may.Publish, "$JS.API.STREAM.INFO.KV_"+bucket, "$JS.API.DIRECT.GET.KV_"+bucket+".>")
	}
	return may
}

// SetupName is the name of the user that creates the buckets. No operator may have it.
const SetupName = "setup"

// AllowedSetup returns the permissions of the user that creates the buckets.
func AllowedSetup() Allowed {
	may := Allowed{Subscribe: []string{Inbox(SetupName) + ".>"}}
	for _, bucket := range Buckets() {
		may.Publish = append(may.Publish, SubjectKey(bucket, "*")) // to empty the entries of removed hosts
		for _, verb := range []string{"CREATE", "UPDATE", "INFO"} {
			may.Publish = append(may.Publish, "$JS.API.STREAM."+verb+".KV_"+bucket)
		}
	}
	return may
}

// Inbox returns the prefix of the inboxes of an operator, which only that operator can read.
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
