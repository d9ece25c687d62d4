package orders

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"ralsh/ral/host/ownfiles"
	"ralsh/ui/safe"
)

type document struct {
	Schema int      `json:"schema"`
	Orders []Record `json:"orders"`
}

// Print lists accepted and rejected orders, the oldest first, as a table or as JSON.
func Print(out io.Writer, state *ownfiles.State, asJSON bool) error {
	list, err := records(state, ordersFile)
	if err != nil {
		return err
	}
	unsigned, err := records(state, unsignedFile)
	if err != nil {
		return err
	}
	list = append(list, unsigned...)
	slices.SortStableFunc(list, func(a, b Record) int { return a.When.Compare(b.When) })
	if asJSON {
		data, err := json.MarshalIndent(document{1, append([]Record{}, list...)}, "", "  ")
		if err != nil {
			return err
		}
		_, err = out.Write(safe.JSON(append(data, '\n')))
		return err
	}
	return printTable(out, list)
}

func printTable(out io.Writer, list []Record) error {
	var text bytes.Buffer
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "WHEN\tWHO\tOUTCOME\tNONCE\tPLAN\tWHAT")
	for _, r := range list {
		cells := []string{r.When.Local().Format("2006-01-02 15:04:05"), r.who(), r.outcome(), start(r.Nonce), r.plan(), r.what()}
		for i, cell := range cells {
			cells[i] = string(safe.Clean(cell))
		}
		fmt.Fprintln(w, strings.Join(cells, "\t"))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := text.WriteTo(out)
	return err
}

// who returns the principal: only a signature proves it.
func (r *Record) who() string {
	switch {
	case r.Principal == "":
		return "-"
	case !r.Signed:
		return r.Principal + " (not verified)"
	}
	return r.Principal
}

func (r *Record) outcome() string {
	if r.Exit != nil {
		return fmt.Sprintf("%s, exit status %d", r.Outcome, *r.Exit)
	}
	return string(r.Outcome)
}

func (r *Record) plan() string {
	if r.Plan == "" {
		return "-"
	}
	return start(r.Plan)
}

// what returns the command line, followed by the reason of a rejection.
func (r *Record) what() string {
	what := strings.Join(r.Args, " ")
	switch {
	case r.Reason == "":
		return what
	case what == "":
		return r.Reason
	}
	return what + ": " + r.Reason
}

func start(number string) string { return number[:min(len(number), 12)] }
