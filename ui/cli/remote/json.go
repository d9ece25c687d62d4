package remote

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"ralsh/model/fleet"
	"ralsh/ui/cli/output"
	"ralsh/ui/safe"
)

// hostHead describes a host before its result.
type hostHead struct {
	ExitStatus *int    `json:"exit_status"` // nil if the command did not run to its end
	Reached    bool    `json:"reached"`
	Outcome    string  `json:"outcome"`
	ElapsedMS  float64 `json:"elapsed_ms"`
	Error      string  `json:"error,omitempty"`
}

func headOf(a *fleet.Answer) hostHead {
	h := hostHead{Reached: a.Reached, Outcome: string(a.Outcome), ElapsedMS: output.Millis(a.Elapsed)}
	if a.Outcome == fleet.Done || a.Outcome == fleet.Failed {
		h.ExitStatus = &a.Exit
	}
	if a.Outcome != fleet.Done {
		h.Error = cmp.Or(a.Reason, "exit status "+fmt.Sprint(a.Exit))
	}
	return h
}

// hasResult reports whether an answer was found to be JSON.
func hasResult(a *fleet.Answer) bool {
	return (a.Outcome == fleet.Done || a.Outcome == fleet.Failed) && a.Size() > 0
}

// jsonAnswers prints a document with the answers of all hosts by name. It copies the
// output of a host and does not hold it in memory.
func (m *many) jsonAnswers(answers []*fleet.Answer) error {
	out, flush := m.clean()
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "{\n  \"schema\": %d,\n  \"hosts\": {", output.Schema)
	for i, a := range answers {
		if i > 0 {
			w.WriteByte(',')
		}
		name, err := json.Marshal(a.Target.Name)
		if err != nil {
			return err
		}
		head, err := json.Marshal(headOf(a))
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "\n    %s: %s", safe.JSON(name), safe.JSON(bytes.TrimSuffix(head, []byte("}"))))
		if hasResult(a) {
			w.WriteString(", \"result\": ")
			if err := m.result(w, a); err != nil {
				return err
			}
		}
		w.WriteByte('}')
	}
	w.WriteString("\n  }\n}\n")
	return errors.Join(w.Flush(), flush())
}

// result copies the document of a host. Of a change it is the report.
func (m *many) result(w io.Writer, a *fleet.Answer) error {
	if a.Format == fleet.JSON {
		_, err := io.Copy(w, a.Reader())
		return err
	}
	last := []byte("null")
	err := eachLine(a, func(line []byte) error {
		last = append(last[:0], line...)
		return nil
	})
	if err == nil {
		_, err = w.Write(last)
	}
	return err
}

// eachLine calls take with each JSON document of an answer on a single line.
func eachLine(a *fleet.Answer, take func(line []byte) error) error {
	dec := json.NewDecoder(a.Reader())
	for {
		var doc json.RawMessage
		switch err := dec.Decode(&doc); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		var line bytes.Buffer
		if err := json.Compact(&line, doc); err != nil {
			return err
		}
		if err := take(line.Bytes()); err != nil {
			return err
		}
	}
}

// hostLine is a line of -o jsonl. Of is the output of the host.
type hostLine struct {
	Schema int             `json:"schema"`
	Host   string          `json:"host"`
	Event  string          `json:"event"`
	Of     json.RawMessage `json:"of,omitempty"`
	*hostHead
}

// lineAnswers prints each document of each host in a line, and then a line for its end.
func (m *many) lineAnswers(answers []*fleet.Answer) error {
	for _, a := range answers {
		if err := m.hostLines(a); err != nil {
			return err
		}
	}
	return nil
}

func (m *many) hostLines(a *fleet.Answer) error {
	out, flush := m.clean()
	write := func(line hostLine) error {
		line.Schema, line.Host = output.Schema, a.Target.Name
		data, err := json.Marshal(line)
		if err == nil {
			_, err = out.Write(append(safe.JSON(data), '\n'))
		}
		return err
	}
	if hasResult(a) {
		if err := eachLine(a, func(doc []byte) error { return write(hostLine{Event: "output", Of: doc}) }); err != nil {
			return err
		}
	}
	head := headOf(a)
	return errors.Join(write(hostLine{Event: "ended", hostHead: &head}), flush())
}

// clean returns where documents with foreign texts are written: a terminal gets them without
// control characters.
func (m *many) clean() (out io.Writer, flush func() error) {
	if !m.OutTerminal {
		return m.Out, func() error { return nil }
	}
	clean := output.NewCleaned(m.Out)
	return clean, func() error { clean.Flush(); return nil }
}
