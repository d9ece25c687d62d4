package snapshot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
)

// Carry runs a command line of ralsh on a remote host, and returns its exit status. in is its
// standard input, or nil.
type Carry func(ctx context.Context, args []string, in io.Reader, out io.Writer) (status int, err error)

// TakeAt takes a snapshot on a remote host and parses it while it arrives. flags are options
// of the command. The error is the reason for a missing snapshot.
func TakeAt(ctx context.Context, carry Carry, flags ...string) (*Snapshot, error) {
	out, in := io.Pipe()
	var snap *Snapshot
	var bad error
	var reading sync.WaitGroup
	reading.Go(func() {
		snap, bad = Read(out)
		_, _ = io.Copy(io.Discard, out) // so that the remote program ends
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

// SendTo runs a command line on a remote host with the snapshot as standard input, and returns
// its exit status.
func (s *Snapshot) SendTo(ctx context.Context, carry Carry, args []string, to io.Writer) (status int, err error) {
	in, out := io.Pipe()
	var writing sync.WaitGroup
	writing.Go(func() { _ = out.CloseWithError(s.Write(out)) }) // the reader has the error
	status, err = carry(ctx, args, in, to)
	_ = in.Close() // ends the writing, if not all was read
	writing.Wait()
	return status, err
}

// StageArgs returns the command line that stages drafts on a remote host from the snapshot on
// its standard input.
func StageArgs(flags ...string) []string {
	return append([]string{"compare", "-", "now", "--stage"}, flags...)
}

// StagedAt is the result of staging on a remote host. All texts are foreign.
type StagedAt struct {
	Drafts  []string `json:"drafts"` // references
	Refused []struct {
		Resource string `json:"resource"`
		Why      string `json:"why"`
	} `json:"refused"`
	Removals int `json:"removals"`
}

// The limits of staging on a remote host, in bytes.
const (
	mostNamed  = 32 << 10 // of the names of rows, which are arguments
	mostReport = 16 << 20
)

// StageAt stages drafts in the basket of a remote host, which compares the snapshot with its
// state at that time. rows select resources; nil means all. The error is the reason for
// missing drafts.
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
		_, _ = io.Copy(io.Discard, out) // so that the remote program ends
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
