package main

import (
	"os"
	"testing"

	"ralsh/ral/raltest/real"
)

// TestMain has all tests share one build of each program.
func TestMain(m *testing.M) { os.Exit(real.OneBinary(m).Run()) }
