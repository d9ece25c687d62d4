package operator

import (
	"os"
	"testing"

	"ralsh/ral/raltest/real"
)

func TestMain(m *testing.M) { os.Exit(real.Waiting(m).Run()) }
