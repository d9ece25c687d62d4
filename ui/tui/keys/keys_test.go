package keys_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/google/go-cmp/cmp"

	"ralsh/ui/tui/keys"
)

func TestLookup(t *testing.T) {
	table := keys.Default()
	for _, c := range []struct {
		where keys.Where
		key   string
		want  keys.Intent
	}{
		{keys.OnTypes, "j", keys.MoveDown},
		{keys.OnTypes, "down", keys.MoveDown},
		{keys.Typing, "down", keys.NextValue},
		{keys.OnTypes, "G", keys.MoveLast},
		{keys.OnTypes, "g", keys.MoveFirst},
		{keys.OnTypes, "f1", keys.Help},
		{keys.OnTypes, "?", keys.Help},
		{keys.Typing, "f1", keys.Help},
		{keys.Typing, "?", keys.Type},
		{keys.Typing, "j", keys.Type},
		{keys.Typing, "é", keys.Type},
		{keys.Typing, "e\u0301", keys.Type},
		{keys.Typing, "space", keys.Type},
		{keys.Typing, "backspace", keys.Type},
		{keys.Typing, "left", keys.Type},
		{keys.Typing, "tab", keys.NextPane},
		{keys.Typing, "ctrl+u", keys.Clear},
		{keys.Typing, "ctrl+w", keys.DeleteWord},
		{keys.Typing | keys.OnEdit, "u", keys.Type},
		{keys.Typing | keys.OnEdit, "ctrl+c", keys.Interrupt},
		{keys.Typing, "pgdown", keys.Type},
		{keys.OnEdit, "u", keys.UndoField},
		{keys.OnTypes, "u", ""},
		{keys.OnTypes, "backspace", ""},
		{keys.OnTypes, "ctrl+u", ""},
		{keys.OnInstance, "A", keys.Apply},
		{keys.OnApply, "A", ""},
		{keys.OnApply, "ctrl+c", keys.Interrupt},
		{keys.OnBasket, "space", keys.Select},
		{keys.OnSides, "h", keys.MoveLeft},
		{keys.OnTypes, "", ""},
		{keys.Typing, "", ""},
	} {
		got, ok := table.Lookup(c.where, c.key)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("%s: %q is %q, %v; want %q", c.where, c.key, got, ok, c.want)
		}
	}
}

// The table uses the key names that Bubble Tea sends.
func TestKeysAreNamedAsBubbleTeaDoes(t *testing.T) {
	for _, c := range []struct {
		press tea.KeyPressMsg
		want  keys.Intent
	}{
		{tea.KeyPressMsg{Code: tea.KeySpace, Text: " "}, keys.Select},
		{tea.KeyPressMsg{Code: 'g', ShiftedCode: 'G', Mod: tea.ModShift, Text: "G"}, keys.MoveLast},
		{tea.KeyPressMsg{Code: tea.KeyPgDown}, keys.PageDown},
		{tea.KeyPressMsg{Code: tea.KeyPgUp}, keys.PageUp},
		{tea.KeyPressMsg{Code: tea.KeyTab, Mod: tea.ModShift}, keys.PreviousPane},
		{tea.KeyPressMsg{Code: tea.KeyEscape}, keys.Back},
		{tea.KeyPressMsg{Code: tea.KeyEnter}, keys.Open},
		{tea.KeyPressMsg{Code: tea.KeyF1}, keys.Help},
		{tea.KeyPressMsg{Code: 'c', Mod: tea.ModCtrl}, keys.Interrupt},
		{tea.KeyPressMsg{Code: tea.KeyHome}, keys.MoveFirst},
		{tea.KeyPressMsg{Code: '1', ShiftedCode: '!', Mod: tea.ModShift, Text: "!"}, keys.OnlyFindings},
	} {
		if got, _ := keys.Default().Lookup(keys.OnInstances, c.press.String()); got != c.want {
			t.Errorf("%q is %q, want %q", c.press.String(), got, c.want)
		}
	}
}

func TestDefaultIsSound(t *testing.T) {
	if _, err := keys.Default().Remap(nil); err != nil {
		t.Error(err)
	}
	seen := map[keys.Intent]bool{}
	for _, b := range keys.Default().Bindings() {
		if seen[b.Intent] {
			t.Errorf("%s is in two rows", b.Intent)
		}
		seen[b.Intent] = true
		if len(b.Help().Desc) > 19 {
			t.Errorf("%s: %q is too long for help", b.Intent, b.Help().Desc)
		}
		for _, key := range b.Keys() {
			if b.Intent != keys.Type && (strings.HasPrefix(key, "alt+") || strings.ContainsAny(key, `[]{}|@\~0`) || key == "backspace") {
				t.Errorf("%s: %q is left free on purpose", b.Intent, key)
			}
		}
	}
}

// settings parses "facts: F2 ctrl+t" as a user would write it in the
// configuration. The n-th key of a line is at LINE:n.
func settings(lines ...string) []keys.Setting {
	var all []keys.Setting
	for l, line := range lines {
		intent, names, _ := strings.Cut(line, ":")
		s := keys.Setting{At: fmt.Sprintf("c:%d:0", l+1), Intent: keys.Intent(intent)}
		for i, key := range strings.Fields(names) {
			s.Keys = append(s.Keys, keys.Name{At: fmt.Sprintf("c:%d:%d", l+1, i+1), Key: strings.ReplaceAll(key, "_", " ")})
		}
		all = append(all, s)
	}
	return all
}

func TestRemap(t *testing.T) {
	table, err := keys.Default().Remap(settings("facts: F2 ctrl+t", "refresh: f5 F5", "page-down: PgDn _", "select: o", "next-value: ctrl+n down", "new: ñ"))
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]keys.Intent{
		"f2": keys.Facts, "ctrl+t": keys.Facts, "f": "", "r": "", "f5": keys.Refresh, "pgdown": keys.PageDown, "space": keys.PageDown,
		"down": keys.MoveDown, "ñ": keys.New,
	} {
		if got, _ := table.Lookup(keys.OnInstances, key); got != want {
			t.Errorf("%q is %q, want %q", key, got, want)
		}
	}
	for key, want := range map[string]keys.Intent{"ctrl+n": keys.NextValue, "down": keys.NextValue, "o": keys.Type, "space": keys.Type, "f2": ""} {
		if got, _ := table.Lookup(keys.Typing, key); got != want {
			t.Errorf("typing: %q is %q, want %q", key, got, want)
		}
	}
	if got := table.Key(keys.Facts); got != "F2" {
		t.Errorf("facts is shown as %q", got)
	}
	if got, _ := keys.Default().Lookup(keys.OnTypes, "f"); got != keys.Facts {
		t.Errorf("the default table was changed: f is %q", got)
	}
}

func TestRemapRefuses(t *testing.T) {
	for _, c := range []struct {
		to   []keys.Setting
		want []string
	}{
		{settings("facts: b"), []string{`c:1:1: keys: "b" would be both facts and basket`}},
		{settings("facts: F2 b"), []string{`c:1:2: keys: "b" would be both facts and basket`}},
		{settings("undo-field: d"), []string{`c:1:1: keys: "d" would be both undo-field and difference`}},
		// These intents share no screen; a key has one meaning anyway.
		{settings("new: d"), []string{`c:1:1: keys: "d" would be both new and difference`}},
		{settings("log: ctrl+x", "new: Ctrl+X"), []string{`c:1:1: keys: "ctrl+x" would be both new and log`}},
		{settings("clear: ctrl+z"), []string{`c:1:1: keys: "ctrl+z" would be both suspend and clear`}},
		{settings("clear: home"), []string{`"home" would be both type and clear`}},
		{settings("clear: k"), []string{`"k" would be both clear and type`}},
		{settings("facts: ctrl+i"), []string{`"tab" would be both next-pane and facts`}},
		{settings("facts: ctrl+c"), []string{`"ctrl+c" would be both facts and interrupt`}},
		{settings("fly: q"), []string{`c:1:0: keys: unknown intent "fly"`}},
		{settings("fact: q"), []string{`c:1:0: keys: unknown intent "fact" (did you mean "facts"?)`}},
		{settings("facts: ctlr+x"), []string{`c:1:1: keys: facts: unknown key "ctlr+x" (did you mean "ctrl+x"?)`}},
		{settings("facts: F13"), []string{`unknown key "F13" (did you mean "f1"?)`}},
		{settings("facts: shift+f"), []string{`unknown key "shift+f"`}},
		{settings("facts: \x01"), []string{`unknown key "\x01"`}},
		{settings("facts: xy"), []string{`unknown key "xy"`}},
		{settings("interrupt: q"), []string{"interrupt cannot be remapped"}},
		{settings("type: tab"), []string{"type cannot be remapped"}},
		{settings("next-pane: N"), []string{`c:1:1: keys: "N" would be both next-pane and type: next-pane works while typing, so it needs a key that types no character`}},
		{settings("quit:"), []string{"c:1:0: keys: quit needs at least 1 key"}},
		{settings("facts: b", "log: q"), []string{"c:1:1: keys: \"b\" would be both facts and basket", "c:2:1: keys: \"q\" would be both log and quit"}},
	} {
		_, err := keys.Default().Remap(c.to)
		if err == nil {
			t.Errorf("%v was taken", c.to)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%v: %q lacks %q", c.to, err, want)
			}
		}
	}
}

// Except while typing, a key has one meaning on all screens.
func TestAKeyHasOneMeaning(t *testing.T) {
	meaning := map[string]keys.Intent{}
	for _, b := range keys.Default().Bindings() {
		for _, key := range b.Keys() {
			if other := meaning[key]; b.Where != keys.Typing && other != "" {
				t.Errorf("%q is both %s and %s", key, other, b.Intent)
			}
			if b.Where != keys.Typing {
				meaning[key] = b.Intent
			}
		}
	}
}

func TestShownKeys(t *testing.T) {
	table, err := keys.Default().Remap(settings("help: ? F9"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]string{
		{table.Key(keys.Help), "?"},
		{table.KeyTyping(keys.Help), "F9"},
		{table.KeyTyping(keys.Facts), ""},
		{table.Key(keys.MoveDown), "down"},
		{table.Short(keys.MoveDown), "j"},
		{table.Short(keys.Facts), "f"},
	} {
		if c[0] != c[1] {
			t.Errorf("%q, want %q", c[0], c[1])
		}
	}
}

func TestHelpListsExactlyTheKeysOfAScreen(t *testing.T) {
	table := keys.Default()
	for where := keys.OnTypes; where <= keys.Typing; where <<= 1 {
		var listed []string
		for _, section := range table.Help(where) {
			for _, row := range section.Rows {
				listed = append(listed, strings.Fields(row.Keys)...)
			}
		}
		var work []string
		for _, b := range table.Bindings() {
			for _, key := range b.Keys() {
				if got, _ := table.Lookup(where, key); got == b.Intent {
					work = append(work, keys.Shown(key))
				}
			}
		}
		slices.Sort(listed)
		slices.Sort(work)
		if d := cmp.Diff(work, listed); d != "" {
			t.Errorf("%s: %s", where, d)
		}
	}
}

func TestHelpGroups(t *testing.T) {
	var got []string
	for _, s := range keys.Default().Help(keys.OnBasket) {
		got = append(got, string(s.Group)+": "+s.Rows[0].Keys+" = "+s.Rows[0].What)
	}
	want := []string{"move: up down  k j = row up, row down", "copy: c = show the command", "view: / = filter; ! negates", "change: e = edit", "screens: ?  F1 = show help"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestMarkdown(t *testing.T) {
	text := keys.Default().Markdown()
	for _, want := range []string{
		"| `up` `k` | row up | everywhere except typing | `move-up` |\n",
		"| `?` `F1` | show the help of this screen | all | `help` |\n",
		"| `u` | undo a field; remove a draft from the basket | edit, basket | `undo-field` |\n",
		"| `<` | make the pane narrower | 100 columns and more | `pane-narrower` |\n",
		"| `/` | filter; `!` before a word negates | all lists, side by side, edit, difference, apply, result, run | `filter` |\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %s", want)
		}
	}
}
