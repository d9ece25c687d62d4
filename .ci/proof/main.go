// Command proof prints what the scripts of .ci run, and judges the results.
//
//	go run ./.ci/proof command STAGE    prints the command of a stage, a word per line
//	go run ./.ci/proof fuzz             prints each fuzz target: package and name
//	go run ./.ci/proof judge TIER DIR   judges the results DIR/STAGE.json of a tier
//	go run ./.ci/proof slowest TIER DIR prints the ten tests that took longest
//
// judge exits with 1 if a test of the tier did not pass in any stage, or if a part of a
// test was only skipped. It runs in the top directory of the repository.
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ralsh/ral/raltest/proof"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "proof:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	all, err := proof.ReadAll(".")
	if err != nil {
		return err
	}
	switch {
	case len(args) == 2 && args[0] == "command":
		return command(all, args[1])
	case len(args) == 1 && args[0] == "fuzz":
		for _, p := range all {
			for _, t := range p.Tests {
				if strings.HasPrefix(t.Name, "Fuzz") {
					fmt.Println(p.Path, t.Name)
				}
			}
		}
		return nil
	case len(args) == 3 && args[0] == "judge":
		return judge(all, proof.Tier(args[1]), args[2])
	case len(args) == 3 && args[0] == "slowest":
		results, err := read(proof.Tier(args[1]), args[2], false)
		fmt.Println("the slowest tests:\n" + strings.Join(results.Slowest(10), "\n"))
		return err
	}
	return fmt.Errorf("wrong arguments: %q", args)
}

func command(all []proof.Package, name string) error {
	i := slices.IndexFunc(proof.Stages(), func(s proof.Stage) bool { return s.Name == name })
	if i < 0 {
		return fmt.Errorf("there is no stage %s", name)
	}
	fmt.Println(strings.Join(proof.Stages()[i].Command(all), "\n"))
	return nil
}

// read reads the results of the stages of a tier. It returns what it could read together
// with the error. If strict, a stage without results is an error.
func read(tier proof.Tier, dir string, strict bool) (proof.Results, error) {
	results := make(proof.Results)
	var failed []error
	for _, s := range proof.Stages() {
		if s.Tier != tier {
			continue
		}
		f, err := os.Open(filepath.Join(dir, s.Name+".json"))
		if err == nil {
			err = results.Add(f)
			f.Close()
		}
		if err != nil && (strict || !errors.Is(err, os.ErrNotExist)) {
			failed = append(failed, fmt.Errorf("stage %s: %w", s.Name, err))
		}
	}
	return results, errors.Join(failed...)
}

func judge(all []proof.Package, tier proof.Tier, dir string) error {
	results, err := read(tier, dir, true)
	if err != nil {
		return err
	}
	faults := proof.Judge(tier, all, results)
	for _, fault := range faults {
		fmt.Println(fault)
	}
	if len(faults) > 0 {
		return fmt.Errorf("%d tests are not proven", len(faults))
	}
	fmt.Println(len(results), "tests and parts of tests passed")
	return nil
}
