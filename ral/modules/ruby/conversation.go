package ruby

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"sync"

	"ralsh/ral/host"
)

// conversation is a command that runs while the code writes its input and reads its
// output. It ends with its request.
type conversation struct {
	input  *io.PipeWriter
	ended  chan struct{}
	result func() runReply // after ended

	news     chan struct{} // something was heard
	out, err heard
}

// heard is the output that the code has not read.
type heard struct {
	mu   sync.Mutex
	data []byte
	news chan<- struct{}
}

// Write keeps the output.
func (h *heard) Write(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	h.mu.Lock()
	h.data = append(h.data, p...)
	h.mu.Unlock()
	select {
	case h.news <- struct{}{}:
	default: // it is known
	}
	return len(p), nil
}

func (h *heard) take() []byte {
	h.mu.Lock()
	defer h.mu.Unlock()
	data := h.data
	h.data = nil
	return data
}

// converse starts a command whose input the code continues, and returns when it runs. A
// command that was not started has its reply.
func (w *worker) converse(ctx context.Context, cmd host.Command, run func(context.Context, host.Command) (host.Result, error), settle func(host.Result, error) runReply) runReply {
	input, feed := io.Pipe()
	news := make(chan struct{}, 1)
	c := &conversation{input: feed, ended: make(chan struct{}), news: news, out: heard{news: news}, err: heard{news: news}}
	cmd.Dialogue = &host.Dialogue{Input: input, Out: &c.out, Err: &c.err}
	started := make(chan struct{}, 1)
	ctx = host.WithTrace(ctx, func(t host.Trace) {
		if t.Stage != host.Started {
			return
		}
		select {
		case started <- struct{}{}:
		default: // it is known
		}
	})
	go func() {
		defer close(c.ended)
		res, err := run(ctx, cmd)
		_ = input.Close() // so that the code cannot write any more
		c.result = sync.OnceValue(func() runReply { return settle(res, err) })
	}()
	select {
	case <-started:
	case <-c.ended:
		return c.result()
	}
	w.talks = append(w.talks, c)
	return runReply{Talk: len(w.talks)}
}

// talkCall continues a conversation: with input, its end, or a wait for output.
type talkCall struct {
	Talk   int    `json:"talk"`
	In     []byte `json:"in"`
	End    bool   `json:"end"`
	Listen bool   `json:"listen"`
}

// talk returns the output that the code has not read, with the status of a command that
// has ended.
func (w *worker) talk(ctx context.Context, line []byte) any {
	var call talkCall
	if err := json.Unmarshal(line, &call); err != nil || call.Talk < 1 || call.Talk > len(w.talks) {
		return map[string]string{"fault": "unknown conversation"}
	}
	c := w.talks[call.Talk-1]
	if _, err := io.Copy(c.input, bytes.NewReader(call.In)); err != nil {
		return runReply{Error: "the command has ended", Talk: call.Talk}
	}
	if call.End {
		_ = c.input.Close()
	}
	if call.Listen {
		select {
		case <-c.news:
		case <-c.ended:
		}
	}
	select {
	case <-c.ended:
		reply := c.result()
		reply.Out, reply.Err = c.out.take(), c.err.take()
		return reply
	default:
		return runReply{Talk: call.Talk, Out: c.out.take(), Err: c.err.take()}
	}
}

// hangUp waits for the commands of a request that has ended, whose context stops them.
func (w *worker) hangUp() {
	for _, c := range w.talks {
		_ = c.input.Close()
		<-c.ended
	}
	w.talks = nil
}
