package snapshot

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
)

// Read parses a snapshot of Write. The error contains the invalid line, or reports an
// incomplete snapshot or an unknown schema.
func Read(in io.Reader) (*Snapshot, error) { return read(in, largest()) }

func read(in io.Reader, most sizes) (*Snapshot, error) {
	r := &reader{snap: &Snapshot{Facts: Listing{Complete: true}}, sum: sha256.New(), most: most}
	all := &io.LimitedReader{R: in, N: int64(most.bytes) + 1}
	lines := bufio.NewScanner(all)
	lines.Buffer(nil, most.line)
	for lines.Scan() {
		r.n++
		if err := r.take(lines.Bytes()); err != nil {
			if all.N <= 0 {
				return nil, most.tooLarge() // which cuts the line
			}
			return nil, fmt.Errorf("line %d: %w", r.n, err)
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, fmt.Errorf("line %d: the line is longer than %d MiB", r.n+1, most.line>>20)
	case err != nil:
		return nil, err
	case all.N <= 0:
		return nil, most.tooLarge()
	case r.n == 0:
		return nil, errors.New("the snapshot is empty")
	case !r.ended:
		return nil, errors.New("the snapshot is incomplete: the last line is missing")
	}
	for i := range r.snap.Types {
		r.snap.Types[i].sort()
	}
	r.snap.Facts.sort()
	return r.snap, nil
}

type reader struct {
	snap  *Snapshot
	sum   hash.Hash
	most  sizes
	n     int // lines so far
	count end // of the lines so far
	ended bool
}

func (r *reader) take(line []byte) error {
	switch {
	case r.ended:
		return errors.New("the snapshot continues after the last line")
	case r.n > r.most.lines:
		return fmt.Errorf("the snapshot has more than %d lines", r.most.lines)
	}
	if err := bounded(line); err != nil {
		return err
	}
	var is struct {
		Kind   kind `json:"kind"`
		Schema int  `json:"schema"`
	}
	if err := json.Unmarshal(line, &is); err != nil || is.Kind == "" {
		return errors.New("not a line of a snapshot")
	}
	if first := is.Kind == headLine; first != (r.n == 1) {
		return errors.New("not a snapshot: the first line, and only this line, must have the kind snapshot")
	}
	if is.Kind == headLine && is.Schema != schema {
		return fmt.Errorf("the snapshot has schema %d; this ralsh reads schema %d", is.Schema, schema)
	}
	if is.Kind == endLine {
		return r.end(line)
	}
	r.sum.Write(line)
	r.sum.Write([]byte{'\n'})
	return r.add(is.Kind, line)
}

func (r *reader) add(is kind, line []byte) error {
	switch is {
	case headLine:
		if len(line) > mostHead {
			return fmt.Errorf("the line is longer than %d bytes", mostHead)
		}
		return unmarshal(line, &r.snap.Head)
	case typeLine:
		var list Listing
		if err := unmarshal(line, &list); err != nil {
			return err
		}
		if n := len(r.snap.Types); n > 0 && r.snap.Types[n-1].Type >= list.Type {
			return errors.New("the types are not sorted")
		}
		r.snap.Types = append(r.snap.Types, list)
		r.count.Types++
		return nil
	case instanceLine, factLine:
	default:
		return fmt.Errorf("unknown kind %q", is)
	}
	rec, err := decode(line)
	if err != nil {
		return err
	}
	item := Item{rec.Title, rec.Provider, bytes.Clone(line)}
	if is == factLine {
		r.snap.Facts.Items = append(r.snap.Facts.Items, item)
		r.count.Facts++
		return nil
	}
	n := len(r.snap.Types)
	if n == 0 || r.snap.Types[n-1].Type != rec.Type {
		return errors.New("the instance does not follow the line of its type")
	}
	r.snap.Types[n-1].Items = append(r.snap.Types[n-1].Items, item)
	r.count.Instances++
	return nil
}

func (r *reader) end(line []byte) error {
	var last end
	if err := unmarshal(line, &last); err != nil {
		return err
	}
	r.count.Kind, r.count.SHA256 = endLine, hex.EncodeToString(r.sum.Sum(nil))
	if last != r.count {
		return errors.New("the counts or the checksum are wrong: the snapshot is malformed")
	}
	r.ended = true
	return nil
}

func unmarshal(line []byte, into any) error {
	if err := json.Unmarshal(line, into); err != nil {
		return errors.New("not a line of a snapshot")
	}
	return nil
}

// decode returns the record of a line, with numbers as they are written.
func decode(line []byte) (record, error) {
	var r record
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.UseNumber()
	if err := dec.Decode(&r); err != nil {
		return r, errors.New("not a line of a snapshot")
	}
	return r, nil
}
