package snapshot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
)

// Carry runs a command line of ralsh at another host, and returns its exit status. in is its
// standard input, or nil.
type Carry func(ctx context.Context, args []string, in io.Reader, out io.Writer) (status int, err error)

// TakeAt has a snapshot taken at another host, and reads it while it comes. flags are those
// of the command. The error says why there is none.
func TakeAt(ctx context.Context, carry Carry, flags ...string) (*Snapshot, error) {
	out, in := io.Pipe()
	var snap *Snapshot
	var bad error
	var reading sync.WaitGroup
	reading.Go(func() {
		snap, bad = Read(out)
		_, _ = io.Copy(io.Discard, out) // so that the program there comes to its end
	})
	status, err := carry(ctx, append([]string{"snapshot"}, flags...), nil, in)
	_ = in.Close() // it never fails
	reading.Wait()
	switch {
	case err != nil:
		return nil, err
	case status != 0:
		return nil, fmt.Errorf("the remote command snapshot ended with status %d", status)
	}
	return snap, bad
}

// SendTo runs a command line at another host with the snapshot as its standard input, and
// returns its exit status.
func (s *Snapshot) SendTo(ctx context.Context, carry Carry, args []string, to io.Writer) (status int, err error) {
	in, out := io.Pipe()
	var writing sync.WaitGroup
	writing.Go(func() { _ = out.CloseWithError(s.Write(out)) }) // the reader has the error
	status, err = carry(ctx, args, in, to)
	_ = in.Close() // ends the writing, if not all was read
	writing.Wait()
	return status, err
}

// StageArgs returns the command line that makes drafts at another host, of the snapshot on
// its standard input.
func StageArgs(flags ...string) []string {
	return append([]string{"compare", "-", "now", "--stage"}, flags...)
}

// StagedAt is what became of rows at another host. All texts are foreign.
type StagedAt struct {
	Drafts  []string `json:"drafts"` // references
	Refused []struct {
		Resource string `json:"resource"`
		Why      string `json:"why"`
	} `json:"refused"`
	Removals int `json:"removals"`
}

// The bounds of staging at another host, in bytes.
const (
	mostNamed  = 32 << 10 // of the names of rows, which are arguments
	mostReport = 16 << 20
)

// StageAt makes drafts in the basket of another host, which compares the snapshot with what
// is so then. rows choose the resources; nil means all. The error says why there are none.
func (s *Snapshot) StageAt(ctx context.Context, carry Carry, rows []Row) (*StagedAt, error) {
	flags, size := []string{"-o", "json"}, 0
	for i := range rows {
		flags = append(flags, "--only="+rows[i].Name())
		size += len(rows[i].Name())
	}
	if size > mostNamed {
		return nil, fmt.Errorf("cannot stage %d rows on the remote host: select fewer rows, or all", len(rows))
	}
	out, in := io.Pipe()
	var doc struct {
		Staged *StagedAt `json:"staged"`
	}
	var bad error
	var reading sync.WaitGroup
	reading.Go(func() {
		bad = json.NewDecoder(io.LimitReader(out, mostReport)).Decode(&doc)
		_, _ = io.Copy(io.Discard, out) // so that the program there comes to its end
	})
	status, err := s.SendTo(ctx, carry, StageArgs(flags...), in)
	_ = in.Close() // it never fails
	reading.Wait()
	switch {
	case err != nil:
		return nil, err
	case bad != nil && status != 0:
		return nil, fmt.Errorf("the remote command compare ended with status %d", status)
	case bad != nil:
		return nil, fmt.Errorf("cannot parse the answer of the remote host: %w", bad)
	case doc.Staged == nil:
		return nil, errors.New("the answer of the remote host does not list the drafts")
	}
	return doc.Staged, nil
}
