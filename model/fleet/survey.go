package fleet

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"ralsh/model/hops"
)

// Reach contains the inventory, and the function that runs a command on its hosts. The zero
// value has no hosts.
type Reach struct {
	Inventory func() (*Inventory, error)
	// Carry runs a command line on a target without prompts, and returns its exit status.
	Carry func(ctx context.Context, t hops.Target, line Line) (exit int, err error)
}

// Line is a command line, its standard input and where its output goes. In may be nil.
type Line struct {
	Args []string
	In   io.Reader
	At
}

// Found is the description of a host. All texts are foreign, except the name of the target.
type Found struct {
	Target  Target
	Reached bool
	Reason  string   // why the host was not reached, or did not answer completely; or ""
	Locked  bool     // not reached, because the host requires a password
	System  string   // "Debian 12.11"
	Last    *LastRun // the newest run of its history, or nil
	Took    time.Duration
}

// LastRun is a run in the history of a host.
type LastRun struct {
	Run    int       `json:"run"`
	Began  time.Time `json:"began"`
	Status string    `json:"status"`
	What   string    `json:"what"`
	Failed int       `json:"failed"`
}

// surveyLimit is the number of hosts that Survey contacts concurrently.
const surveyLimit = 8

// maxSurvey limits the answer of a host, in bytes.
const maxSurvey = 256 << 10

// Survey reads the system and the last run of hosts. It calls put with each host as it
// answers; calls do not overlap. The error is the reason why no host was contacted.
func Survey(ctx context.Context, reach Reach, targets []Target, put func(Found)) error {
	spool, err := NewSpool()
	if err != nil {
		return err
	}
	defer spool.Close()
	r := Runner{
		Limit: surveyLimit, Spool: spool,
		Carry: func(ctx context.Context, t Target, at At) (int, error) {
			exit, err := reach.Carry(ctx, t.On, Line{Args: []string{"facts", "os.name", "os.release.full", "-o", "json"}, At: at})
			if err != nil || exit != 0 {
				return exit, err
			}
			return reach.Carry(ctx, t.On, Line{Args: []string{"history", "--limit", "1", "-o", "json"}, At: at})
		},
		Ended: func(a *Answer) { put(a.found()) },
	}
	r.Run(ctx, targets, nil)
	return nil
}

// found reads the answer of a host: the document of its facts, then that of its history.
func (a *Answer) found() Found {
	f := Found{Target: a.Target, Reached: a.Reached, Reason: a.Reason, Locked: a.locked, Took: a.Elapsed}
	var facts map[string]string
	var history struct {
		Runs []LastRun `json:"runs"`
	}
	documents := json.NewDecoder(io.LimitReader(a.Reader(), maxSurvey))
	err := documents.Decode(&facts)
	if err == nil {
		f.System = strings.TrimSpace(facts["os.name"] + " " + facts["os.release.full"])
		err = documents.Decode(&history)
	}
	if err == nil && len(history.Runs) > 0 {
		f.Last = &history.Runs[0]
	}
	if a.Outcome == Done && err != nil {
		f.Reason = fmt.Sprintf("cannot parse the answer: %v", err)
	}
	return f
}
