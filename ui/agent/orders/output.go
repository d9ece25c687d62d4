package orders

import (
	"bytes"

	"ralsh/model/wire"
	streams "ralsh/ral/host/stream"
)

type output struct{ *stream }

// Write never fails: the command continues if its output is not read.
func (o output) Write(p []byte) (int, error) {
	rest := p
	for len(rest) > 0 {
		part := rest[:min(len(rest), wire.MaxPart)]
		rest = rest[len(part):]
		if o.total += int64(len(part)); o.total > o.most {
			o.over()
			break
		}
		o.push(wire.Answer{Out: bytes.Clone(part)})
	}
	return len(p), nil
}

// errorLines returns a writer for standard error of a command, which is sent line by line.
func errorLines(s *stream) *streams.Lines {
	return &streams.Lines{Max: wire.MaxSay, Line: func(line []byte) error {
		if len(line) > 0 {
			s.push(wire.Answer{Say: wire.Clip(string(line))})
		}
		return nil
	}}
}
