package orders

import (
	"bytes"

	"ralsh/model/wire"
)

// output is standard output of a command.
type output struct{ *stream }

// Write never fails: the command runs on if nothing listens.
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

// errorLines is standard error of a command, which is sent line by line.
type errorLines struct {
	*stream
	line []byte
}

// Write never fails.
func (e *errorLines) Write(p []byte) (int, error) {
	e.line = append(e.line, p...)
	for {
		end := bytes.IndexByte(e.line, '\n')
		next := end + 1
		if end < 0 || end > wire.MaxSay {
			if len(e.line) <= wire.MaxSay {
				return len(p), nil
			}
			end, next = wire.MaxSay, wire.MaxSay
		}
		e.say(e.line[:end])
		e.line = e.line[next:]
	}
}

func (e *errorLines) say(line []byte) {
	if len(line) > 0 {
		e.push(wire.Answer{Say: wire.Clip(string(line))})
	}
}

// flush sends a last line without an end.
func (e *errorLines) flush() {
	e.say(e.line)
	e.line = nil
}
