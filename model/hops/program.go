package hops

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"

	"ralsh/ral/host/ownfiles"
)

// program is a build of ralsh for a target.
type program struct {
	name string // of its file on the target; the same program has the same name
	sum  string // its SHA-256, in hex
	data []byte
}

// Program is the file of this process, which is read and packed once for several calls.
type Program struct {
	mu     sync.Mutex
	named  string
	own    program
	packed map[string][]byte // by the sum, with gzip
}

// name returns the name of the file. Most calls need only the name, and not the content.
func (p *Program) name() (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.named != "" {
		return p.named, nil
	}
	f, err := ownfiles.OpenProgram()
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.CopyBuffer(sum, struct{ io.Reader }{f}, make([]byte, 1<<20)); err != nil {
		return "", err
	}
	p.named = nameOf(hex.EncodeToString(sum.Sum(nil)))
	return p.named, nil
}

func nameOf(sum string) string { return "ralsh-" + sum[:20] }

func (p *Program) read() (program, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.own.data != nil {
		return p.own, nil
	}
	f, err := ownfiles.OpenProgram()
	if err != nil {
		return program{}, err
	}
	p.own, err = read(f)
	return p.own, err
}

// packedAs returns a program in the packing of the target.
func (p *Program) packedAs(packed string, sent program) []byte {
	if packed != "gzip" {
		return sent.data
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.packed[sent.sum] == nil {
		if p.packed == nil {
			p.packed = make(map[string][]byte)
		}
		p.packed[sent.sum] = zip(sent.data)
	}
	return p.packed[sent.sum]
}

func read(f io.ReadCloser) (program, error) {
	defer f.Close()
	data, err := io.ReadAll(f)
	if err != nil {
		return program{}, err
	}
	sum := sha256.Sum256(data)
	text := hex.EncodeToString(sum[:])
	return program{name: nameOf(text), sum: text, data: data}, nil
}

// machines maps the names of uname(1) to the names of Go.
var machines = map[string]string{
	"x86_64": "amd64", "aarch64": "arm64", "armv7l": "arm", "armv6l": "arm", "i686": "386", "i386": "386",
	"ppc64le": "ppc64le", "s390x": "s390x", "riscv64": "riscv64",
}

// build returns the program for a machine, given as "Linux x86_64 gzip", and its packing. A
// build for a different architecture gets the same file name on the target.
func (p program) build(machine string, dirs []string) (sent program, packed string, err error) {
	words := strings.Fields(machine)
	if len(words) != 3 {
		return sent, "", fmt.Errorf("the output of uname is invalid: %q", machine)
	}
	if words[0] != "Linux" {
		return sent, "", fmt.Errorf("the host runs %s: ralsh requires Linux", words[0])
	}
	arch := machines[words[1]]
	if arch == runtime.GOARCH {
		return p, words[2], nil
	}
	if arch == "" {
		return sent, "", fmt.Errorf("ralsh does not support the architecture %s", words[1])
	}
	name := "ralsh-linux-" + arch
	f, err := ownfiles.OpenProgramFor(dirs, name)
	if errors.Is(err, ownfiles.ErrNoProgram) {
		return sent, "", fmt.Errorf("the host has the architecture %s: put the file %s of the same version into one of these directories: %s", words[1], name, strings.Join(dirs, ", "))
	}
	if err != nil {
		return sent, "", err
	}
	sent, err = read(f)
	sent.name = p.name
	return sent, words[2], err
}

func zip(data []byte) []byte {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestSpeed) // BestSpeed is a valid level
	_, _ = w.Write(data)
	_ = w.Close()
	return out.Bytes()
}

func (c *Call) bring(ctx context.Context, program program, machine string) error {
	sent, packed, err := program.build(machine, c.Builds)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Target, err)
	}
	n := number()
	var mu sync.Mutex
	var reasons []string
	up := false
	hears := func(h heard) {
		mu.Lock()
		defer mu.Unlock()
		if up = up || h.what == "up"; h.what == "no" && len(reasons) < 20 {
			reasons = append(reasons, h.rest)
		}
	}
	script := command(bringScript, n, sent.name, fmt.Sprint(len(sent.data)), sent.sum, packed, "#!/bin/sh")
	p, err := c.attach(ctx, n, script, io.MultiReader(strings.NewReader(c.answer()), &counted{bytes.NewReader(c.Program.packedAs(packed, sent)), c.Sent}), io.Discard, newLines(n, hears, c.Say))
	if err != nil {
		return err
	}
	if err := p.Wait(ctx); err != nil {
		return err
	}
	mu.Lock()
	defer mu.Unlock()
	if up {
		return nil
	}
	if len(reasons) == 0 {
		return fmt.Errorf("ralsh could not be copied to %s: exit status %d", c.Target, p.Exit())
	}
	errs := []error{fmt.Errorf("no directory on %s can hold the program:", c.Target)}
	for _, reason := range reasons {
		errs = append(errs, errors.New("  "+reason))
	}
	return errors.Join(errs...)
}

// counted reports each part that is read.
type counted struct {
	io.Reader
	sent func()
}

func (c *counted) Read(p []byte) (int, error) {
	if c.sent != nil {
		c.sent()
	}
	return c.Reader.Read(p)
}
