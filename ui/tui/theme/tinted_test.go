package theme_test

import (
	"testing"

	"github.com/charmbracelet/colorprofile"

	"ralsh/ui/tui/theme"
)

// Tints are mixed from the background, so they need more than the terminal's
// own 16 colours.
func TestTinted(t *testing.T) {
	for profile, want := range map[colorprofile.Profile]bool{
		colorprofile.NoTTY: false, colorprofile.ASCII: false, colorprofile.ANSI: false,
		colorprofile.ANSI256: true, colorprofile.TrueColor: true,
	} {
		if got := theme.New(theme.Options{Profile: profile}).Tinted(); got != want {
			t.Errorf("%v: tinted is %v", profile, got)
		}
	}
}
