package fleet

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"ralsh/model/elsewhere"
)

// Reach is how the hosts of an inventory are found and asked. Its zero value knows of none.
type Reach struct {
	Inventory func() (*Inventory, error)
	// Carry runs a command line at a target, and returns its exit status. Nothing is asked on
	// the terminal.
	Carry func(ctx context.Context, t elsewhere.Target, line Line) (exit int, err error)
}

// Line is a command line, its standard input and where its output goes. In may be nil.
type Line struct {
	Args []string
	In   io.Reader
	At
}

// Found is what a host says of itself. All texts but the name of the target are foreign.
type Found struct {
	Target  Target
	Reached bool
	Reason  string   // why it was not reached, or what it could not say; "" if all is known
	System  string   // "Debian 12.11"
	Last    *LastRun // the newest run of its history; nil if there is none
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

// surveyLimit is how many hosts are asked at the same time.
const surveyLimit = 8

// maxSurvey limits what is read of the answer of one host, in bytes.
const maxSurvey = 256 << 10

// Survey asks hosts what they are, and when ralsh ran there last. put is called with each
// host as it answers, by one goroutine at a time. The error says why no host was asked.
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
	f := Found{Target: a.Target, Reached: a.Reached, Reason: a.Reason, Took: a.Elapsed}
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
