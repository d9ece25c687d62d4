package real

import "flag"

// Waiting is for a TestMain. It wraps m so that six parallel tests run concurrently, unless
// the flag -parallel sets a number: they wait for terminals, servers and timeouts, and hardly
// use the processor.
func Waiting(m interface{ Run() int }) interface{ Run() int } { return waiting{m} }

type waiting struct{ tests interface{ Run() int } }

// Run runs the tests.
func (w waiting) Run() int {
	flag.Parse()
	const name = "test.parallel"
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == name })
	if !given {
		if err := flag.Set(name, "6"); err != nil {
			panic(err)
		}
	}
	return w.tests.Run()
}
