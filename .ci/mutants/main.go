// Command mutants makes small changes to the engine, each for itself, and reports the
// ones that the tests of the same package do not detect.
//
//	go run ./.ci/mutants [-share N] [TEXT]
//
// list.txt has one mutant per line, separated by tabs: FILE, a text that occurs there
// once, and its replacement. TEXT selects the lines that contain it. The work tree is
// not modified (go help build, -overlay). The command exits non-zero if fewer than N
// in 100 mutants are detected, or if a mutant cannot be made.
package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

//go:embed list.txt
var list string

// limit is the timeout for the tests of one package. A mutant that makes them hang is
// detected.
const limit = 3 * time.Minute

type mutant struct{ file, from, to string }

func main() {
	share := flag.Int("share", 90, "how many of 100 mutants must be noticed")
	flag.Parse()
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		fail(err)
	}
	var mutants []mutant
	for line := range strings.Lines(list) {
		line = strings.TrimRight(line, "\n")
		if line == "" || line[0] == '#' || !strings.Contains(line, flag.Arg(0)) {
			continue
		}
		parts := strings.Split(line, "\t")
		if len(parts) != 3 {
			fail(fmt.Errorf("no mutant: %s", line))
		}
		mutants = append(mutants, mutant{parts[0], parts[1], parts[2]})
	}
	noticed := killedOf(mutants, dir)
	if err := os.RemoveAll(dir); err != nil {
		fail(err)
	}
	fmt.Printf("%d of %d mutants die\n", noticed, len(mutants))
	if noticed*100 < *share*len(mutants) {
		os.Exit(1)
	}
}

// killedOf tries as many mutants at a time as there are processors, since one waits for
// the linker, and returns the number that the tests detect.
func killedOf(mutants []mutant, dir string) int {
	var noticed atomic.Int64
	var workers sync.WaitGroup
	next := make(chan mutant)
	for n := range runtime.NumCPU() {
		own := filepath.Join(dir, strconv.Itoa(n))
		if err := os.Mkdir(own, 0o700); err != nil {
			fail(err)
		}
		workers.Go(func() {
			for m := range next {
				start := time.Now()
				killed, err := m.killed(own)
				if err != nil {
					fail(fmt.Errorf("%s: %s => %s: %w", m.file, m.from, m.to, err))
				}
				verdict := "LIVES"
				if killed {
					noticed.Add(1)
					verdict = "dies"
				}
				fmt.Printf("%-5s %5.1fs %s: %s => %s\n", verdict, time.Since(start).Seconds(), m.file, m.from, m.to)
			}
		})
	}
	for _, m := range mutants {
		next <- m
	}
	close(next)
	workers.Wait()
	return int(noticed.Load())
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "mutants:", err)
	os.Exit(2)
}

// testsOf returns the directory of the tests of a file: its own, or the closest one above
// that has tests.
func testsOf(file string) string {
	dir := filepath.Dir(file)
	for dir != "." {
		if tests, _ := filepath.Glob(filepath.Join(dir, "*_test.go")); len(tests) > 0 {
			break
		}
		dir = filepath.Dir(dir)
	}
	return "./" + dir
}

// killed replaces the file by the mutant and runs the tests of the package.
func (m mutant) killed(dir string) (bool, error) {
	text, err := os.ReadFile(m.file)
	if err != nil {
		return false, err
	}
	if n := bytes.Count(text, []byte(m.from)); n != 1 {
		return false, fmt.Errorf("it stands there %d times", n)
	}
	file, err := filepath.Abs(m.file)
	if err != nil {
		return false, err
	}
	instead, overlay := filepath.Join(dir, "mutant.go"), filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(instead, bytes.Replace(text, []byte(m.from), []byte(m.to), 1), 0o600); err != nil {
		return false, err
	}
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {file: instead}})
	if err != nil {
		return false, err
	}
	if err := os.WriteFile(overlay, replace, 0o600); err != nil {
		return false, err
	}
	pkg := "./" + filepath.Dir(m.file)
	if out, err := exec.Command("go", "build", "-overlay", overlay, pkg).CombinedOutput(); err != nil {
		return false, fmt.Errorf("it does not compile: %s", out)
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return exec.CommandContext(ctx, "go", "test", "-failfast", "-vet=off", "-overlay", overlay, testsOf(m.file)).Run() != nil, nil
}
