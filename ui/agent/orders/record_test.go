package orders

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"ralsh/ral/host/ownfiles"
)

func TestStrike(t *testing.T) {
	for name, c := range map[string]struct{ line, want string }{
		"plain":           {"apply|-|--noop|--output=jsonl", "apply|-|--noop|--output=[...]"},
		"an attribute":    {"resource|user|alice|password=hunter2|shell=/bin/sh", "resource|user|alice|password=[...]|shell=[...]"},
		"code":            {"apply|-e|user { 'a': password => 'hunter2' }", "apply|-e|user[...]"},
		"code in a flag":  {"apply|-enotify{x:}", "apply|-enotify[...]"},
		"a line break":    {"apply|a\nb", "apply|a[...]"},
		"a control":       {"apply|\x1b]0;x\a", "apply|[...]"},
		"another script":  {"resource|user|\u00e9t\u00e9", "resource|user|[...]"},
		"a path":          {"apply|/srv/site.pp", "apply|/srv/site.pp"},
		"a long word":     {strings.Repeat("a", 90), strings.Repeat("a", 80) + "[...]"},
		"a long value":    {strings.Repeat("a", 90) + "=b", strings.Repeat("a", 80) + "[...]"},
		"many words":      {strings.Repeat("a|", 60), strings.Repeat("a|", 40) + "[...]"},
		"an empty word":   {"a||b", "a||b"},
		"a value of none": {"a=", "a=[...]"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := strings.Join(strike(strings.Split(c.line, "|")), "|"); got != c.want {
				t.Errorf("%q, not %q", got, c.want)
			}
		})
	}
}

func example(signed bool) Record {
	return Record{
		When: time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC), Outcome: Refused, Principal: "alice", Signed: signed, Nonce: strings.Repeat("0f", 16),
		Args: []string{"apply", "-"}, Plan: digest, Reason: "\x1b]0;title\a",
	}
}

// TestRecordsAreBounded fills the file, and checks that a flood of orders without a known key
// pushes none out that has one.
func TestRecordsAreBounded(t *testing.T) {
	dir := t.TempDir()
	state := ownfiles.Peek(dir)
	first := example(true)
	first.Principal = "first"
	if err := first.write(state); err != nil {
		t.Fatal(err)
	}
	line, err := json.Marshal(example(false))
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		full := bytes.Repeat(append(line, '\n'), maxRecords/len(line))
		if err := state.Append(unsignedFile, full, false); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if err := example(false).write(state); err != nil {
				t.Fatal(err)
			}
		}
	}
	sizes, err := state.Sizes("")
	if err != nil {
		t.Fatal(err)
	}
	for name, size := range sizes {
		if size > maxRecords+64<<10 {
			t.Errorf("%s has %d bytes", name, size)
		}
	}
	if sizes[unsignedFile+oldSuffix] == 0 || len(sizes) != 4 {
		t.Errorf("the files are %v", sizes)
	}
	if list, err := records(state, ordersFile); err != nil || len(list) != 1 || list[0].Principal != "first" {
		t.Errorf("signed are %+v, %v", list, err)
	}
}

// TestTornRecord has a line that was not written to its end.
func TestTornRecord(t *testing.T) {
	state := ownfiles.Peek(t.TempDir())
	if err := state.Append(ordersFile, []byte(`{"when":"2026-`), true); err != nil {
		t.Fatal(err)
	}
	if err := example(true).write(state); err != nil {
		t.Fatal(err)
	}
	if list, err := records(state, ordersFile); err != nil || len(list) != 1 || list[0].Principal != "alice" {
		t.Errorf("%+v, %v", list, err)
	}
}

// TestFullDisk checks that a record which does not reach the disk is an error.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := os.Symlink("/dev/full", dir+"/"+ordersFile); err != nil {
		t.Fatal(err)
	}
	if err := example(true).write(ownfiles.Peek(dir)); err == nil {
		t.Error("it is said to be written")
	}
}

func TestPrint(t *testing.T) {
	state := ownfiles.Peek(t.TempDir())
	exit := 2
	ended := Record{When: example(true).When.Add(time.Minute), Outcome: Ended, Principal: "alice", Signed: true, Nonce: strings.Repeat("0f", 16), Exit: &exit}
	unsigned := example(false)
	unsigned.When = unsigned.When.Add(30 * time.Second)
	for _, r := range []Record{example(true), ended, unsigned} {
		if err := r.write(state); err != nil {
			t.Fatal(err)
		}
	}
	var text, doc bytes.Buffer
	if err := Print(&text, state, false); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(text.String()), "\n")
	if len(lines) != 4 || !strings.Contains(lines[1], "refused") || !strings.Contains(lines[2], "alice (not verified)") || !strings.Contains(lines[3], "ended, exit status 2") {
		t.Errorf("it prints\n%s", text.String())
	}
	if err := Print(&doc, state, true); err != nil {
		t.Fatal(err)
	}
	var got document
	if err := json.Unmarshal(doc.Bytes(), &got); err != nil || len(got.Orders) != 3 || got.Schema != 1 || got.Orders[0].Reason != "\x1b]0;title\a" {
		t.Errorf("it prints %s, %v", doc.String(), err)
	}
	for name, out := range map[string]string{"text": text.String(), "JSON": doc.String()} {
		if strings.ContainsAny(out, "\x1b\a") {
			t.Errorf("%s has control characters: %q", name, out)
		}
	}
	doc.Reset()
	if err := Print(&doc, ownfiles.Peek(t.TempDir()), true); err != nil || !strings.Contains(doc.String(), `"orders": []`) {
		t.Errorf("of nothing %s, %v", doc.String(), err)
	}
}

// FuzzStrike checks that nothing behind the first odd character of a word is recorded.
func FuzzStrike(f *testing.F) {
	f.Add("password=hunter2")
	f.Add("user { 'a': }")
	f.Add("\x1b[2J")
	f.Fuzz(func(t *testing.T, word string) {
		got := strike([]string{word})[0]
		if got == word {
			if len(word) > maxWord || strings.ContainsAny(word, "=\x1b\n\t '\"") {
				t.Errorf("%q is recorded as it is", word)
			}
			return
		}
		kept, cut := strings.CutSuffix(got, struck)
		if !cut || !strings.HasPrefix(word, kept) || len(kept) > maxWord || strings.ContainsAny(strings.TrimSuffix(kept, "="), "=\x1b\n\t '\"") {
			t.Errorf("%q is recorded as %q", word, got)
		}
	})
}
