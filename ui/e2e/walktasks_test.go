package e2e_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"ralsh/ral/raltest/real"
)

// person performs tasks in the demo in one way: with or without the mouse, as root or
// not, with a size and a background.
type person struct {
	walk
	dir        string // root of the demo's host
	cols, rows int
	next       [2]int // size to change to in the middle
	mouse      bool
}

// TestWalkTasks performs five tasks at four sizes. Of the 160 combinations of task,
// size, background, input and user it uses 20. Each task has each size. Within one
// task, and within one size, each two of the other three occur in all four
// combinations.
func TestWalkTasks(t *testing.T) {
	t.Parallel()
	real.Need(t, "the accounts of the demo", "useradd", "usermod")
	real.Binary(t) // built once, before any subtest needs it
	sizes := [][2]int{{160, 45}, {120, 36}, {80, 24}, {60, 20}}
	people := []struct {
		theme, accent string // and its accent in 256 colours
		mouse, root   bool
	}{
		{"dark", "141", false, true},
		{"light", "62", false, false},
		{"dark", "141", true, false},
		{"light", "62", true, true},
	}
	tasks := []struct {
		name string
		do   func(p person)
	}{
		{"why unsuitable", person.findsWhy},
		{"user", person.changesUser},
		{"content", person.editsContent},
		{"five", person.stagesFive},
		{"value", person.findsValue},
	}
	for i, task := range tasks {
		for j, size := range sizes {
			who := people[(i+j)%len(people)]
			input, user := "keyboard", "ordinary"
			args := []string{"--theme", who.theme}
			if who.mouse {
				input, args = "mouse", append(args, "--mouse")
			}
			as := ordinary()
			if who.root {
				user, as = "root", nil
			}
			t.Run(fmt.Sprintf("%s/%dx%d %s %s %s", task.name, size[0], size[1], who.theme, input, user), func(t *testing.T) {
				t.Parallel()
				w, _, parent := demo(t, as, size[0], size[1], args...)
				p := person{w, parent, size[0], size[1], sizes[(j+1)%len(sizes)], who.mouse}
				p.see("This host is a directory")
				p.press("Escape", "? help")
				task.do(p)
				if styled := p.term.Styled(); !strings.Contains(styled, "8;5;"+who.accent) {
					t.Errorf("nothing is in the accent of %s:\n%q", who.theme, styled)
				}
				p.term.Keys("C-c", "C-c")
				p.term.Exit()
				gone(t, parent)
			})
		}
	}
}

// findsWhy shows why no provider of services is suitable, from the type that the demo
// starts with.
func (p person) findsWhy() {
	p.at("service")
	p.use("w", "why", "of service")
	p.see("0 of 7 suitable", "default provider")
	p.at("openrc")
	p.resized("of service", "openrc")
	p.open("tests failed")
	p.see("command /bin/rc-status exists", "expected an executable file /bin/rc-status", "current  nothing")
	p.press("Escape", "of service")
}

// changesUser changes the shell and the groups of an account, each with an error
// first, and undoes both.
func (p person) changesUser() {
	files := p.files("etc/passwd", "etc/group", "etc/shadow")
	p.jumpTo("user", "deploy", "property")
	p.use("e", "edit", "verdict")
	p.at("shell")
	p.term.Type("bin/bash")
	p.see("shell must be a fully", "invalid")
	p.resized("bin/bash", "shell must be a fully")
	p.term.Keys("C-u")
	p.term.Type("/bin/bash")
	p.unsee("shell must be a fully")
	p.leaveField()
	p.at("groups")
	p.term.Type("[www-data, nosuch]")
	p.see("Could not find group")
	p.term.Keys("C-u")
	p.term.Type("[www-data, adm]")
	p.unsee("Could not find group")
	p.press("Escape", "2 changes")
	p.use("d", "difference", "No, cancel")
	p.see("2 exact", "- /bin/sh", "+ /bin/bash", "- [www-data]", "+ [adm, www-data]", "usermod")
	p.apply()
	p.see("shell is /bin/bash", "groups is [adm, www-data]")
	now := p.files("etc/passwd", "etc/group", "etc/shadow")
	if !strings.Contains(now[0], "/home/deploy:/bin/bash\n") || !strings.Contains(now[1], "adm:x:4:deploy") && !strings.Contains(now[1], "adm:x:4:alice,deploy") {
		p.t.Errorf("the accounts are\n%s\nand the groups\n%s", now[0], now[1])
	}
	p.takeBack("- /bin/bash", "+ /bin/sh")
	p.same(files, "etc/passwd", "etc/group", "etc/shadow")
}

const (
	notes      = "first\tline\nsecond \x1b line\nthird caf\xe9\n"
	notesAfter = "first\tline\nsecond \x1b line two\\n\n\tmore\nthird caf\xe9\n"
)

// editsContent appends to a file of three lines that contains a tab, an escape and an
// invalid UTF-8 byte. The other bytes stay, and a typed \n is two characters.
func (p person) editsContent() {
	p.put("srv/www/notes", notes)
	p.jumpTo("file", "/srv/www/notes", "property")
	p.use("e", "edit", "verdict")
	p.at("content")
	p.open(`third caf\xe9¶`)
	p.textLine(2)
	p.term.Keys("End")
	p.see("line 2 of 3, column")
	p.term.Type(` two\n`)
	p.see(`two\n¶`)
	p.resized("first→", `two\n¶`, `third caf\xe9¶`)
	p.press("Enter", "line 3 of 4")
	p.term.Keys("Tab")
	p.term.Type("more")
	p.see("→       more¶")
	p.press("Escape", "1 change")
	p.use("d", "difference", "No, cancel")
	p.see("1 exact", "write /srv/www/notes")
	p.apply()
	p.same([]string{notesAfter}, "srv/www/notes")
	p.takeBack("write /srv/www/notes")
	p.same([]string{notes}, "srv/www/notes")
}

// stagesFive stages changes of five types and applies them in another order. One
// fails, and the others are undone.
func (p person) stagesFive() {
	all := []string{"etc/hosts", "etc/aliases", "etc/passwd", "etc/group"}
	before := p.files(all...)
	p.put("srv/www/later/keep", "")
	p.stage("host", "db1.example.org", "ip", "192.0.2.8")
	p.stage("mailalias", "webmaster", "recipient", "alice")
	p.stage("file", "/srv/www/later/page", "ensure", "file")
	p.stage("user", "deploy", "shell", "/bin/bash")
	p.stage("group", "audit", "ensure", "present")
	p.press("b", "5 of 5 will be applied")
	fourth := "user deploy"
	if p.cols >= 100 { // where the number is in front of it
		fourth = "4"
	}
	p.at(fourth)
	p.term.Keys("K")
	p.inOrder("host db1", "mailalias", "user deploy", "file /srv", "group audit")
	p.term.Keys("K")
	p.inOrder("host db1", "user deploy", "mailalias", "file /srv", "group audit")
	p.resized("user deploy", "group audit")
	p.use("A", "apply", "No, cancel")
	p.see("1  host db1.example.org", "2  user deploy")
	// The directory that the plan found is removed before the confirmation.
	if err := os.RemoveAll(filepath.Join(p.dir, "srv/www/later")); err != nil {
		p.t.Fatal(err)
	}
	p.apply()
	p.see("failed: ")
	now := strings.Join(p.files(all...), "")
	for _, want := range []string{"192.0.2.8\tdb1", "webmaster: alice", "/home/deploy:/bin/bash", "audit:"} {
		if !strings.Contains(now, want) {
			p.t.Errorf("no %q in\n%s", want, now)
		}
	}
	p.takeBack("undo of run 1: 4 ")
	p.same(before, all...)
}

// findsValue finds the instances that contain an address, and those that contain a
// path.
func (p person) findsValue() {
	p.searches("192.0.2.7", `host +db1`)
	p.resized("192.0.2.7", "db1.example")
	p.goes(`host +db1`, "host_aliases")
	p.see("192.0.2.7", "db1.example.org", "/etc/hosts:")
	p.searches("/home/deploy", `user +deploy`)
	p.goes(`user +deploy`, "password_min_age")
	p.see("/home/deploy", "/etc/passwd:")
}

// stage types the value of an attribute of a resource, and leaves the editor.
func (p person) stage(typ, name, attr, text string) {
	p.t.Helper()
	p.jumpTo(typ, name, "property")
	p.use("e", "edit", "verdict")
	p.at(attr)
	p.term.Type(text)
	p.see("changes")
	p.press("Escape", "enter edit")
}

// searches types into the palette, until a row appears.
func (p person) searches(text, row string) {
	p.t.Helper()
	if !p.footClick(": jump") {
		p.term.Keys(":")
	}
	p.see(palette)
	p.term.Type(text)
	p.see(": " + text)
	p.cell("[▌ ]   " + row)
}

// goes selects a row of the palette.
func (p person) goes(row, then string) {
	p.t.Helper()
	at := regexp.MustCompile("▌   " + row)
	if p.mouse {
		// Listings in progress may move the row away from the pointer.
		p.repeat(func() {
			if x, y := find(p.term.Screen(), regexp.MustCompile("[▌ ]   "+row)); y >= 0 {
				p.clickAt(x+5, y)
			}
		}, func(now string) bool { return !strings.Contains(now, palette) }, "screen without the palette")
		p.see(then)
		return
	}
	for range 10 {
		if at.MatchString(p.term.Screen()) {
			break
		}
		p.term.Keys("Down")
	}
	p.match(at)
	p.term.Keys("Enter")
	p.unsee(palette)
	p.see(then)
}

// jumpTo goes to a resource with the palette.
func (p person) jumpTo(typ, name, then string) {
	p.t.Helper()
	row := `(look for +|` + typ + ` +)` + regexp.QuoteMeta(name[:min(len(name), 6)])
	if strings.HasPrefix(name, "/") || name == "audit" {
		row = `look for +` + typ + " "
	}
	p.searches(typ+" "+name, row)
	p.goes(row, then)
}

// use performs the action of a key in the key line: with a click on it, if it is
// shown and the person has a mouse. A key that changes the host is pressed.
func (p person) use(key, does, then string) {
	p.t.Helper()
	if key == "A" || !p.footClick(key+" "+does) {
		p.term.Keys(key)
	}
	p.see(then)
}

// at moves the cursor to the row with this name.
func (p person) at(name string) {
	p.t.Helper()
	if !p.mouse {
		p.to(name)
		return
	}
	row := regexp.MustCompile(`(^|[│┃])[▌▎▏ ].. ` + regexp.QuoteMeta(name) + `([ …]|$)`)
	for range 30 {
		screen := p.drawn()
		if _, at, _ := strings.Cut(underCursor(screen), " "); strings.HasPrefix(at, name) {
			return
		}
		x, y := find(screen, row)
		if y < 0 {
			p.term.Type(fmt.Sprintf("\x1b[<65;%d;%dM", 6, p.rows/2))
			p.changed(screen)
			continue
		}
		p.clickAt(x+4, y)
		p.term.Wait(func(now string) bool {
			_, at, _ := strings.Cut(underCursor(now), " ")
			return strings.HasPrefix(at, name)
		}, "the cursor on "+name)
		return
	}
	p.t.Fatalf("no row %s:\n%s", name, p.term.Screen())
}

// open opens the row under the cursor.
func (p person) open(then string) {
	p.t.Helper()
	if !p.mouse {
		p.press("Enter", then)
		return
	}
	x, y := find(p.drawn(), regexp.MustCompile(`▌`))
	p.clickAt(x+5, y)
	p.see(then)
}

// textLine goes to a line of a text.
func (p person) textLine(n int) {
	p.t.Helper()
	if !p.mouse {
		for range n - 1 {
			p.term.Keys("Down")
		}
	} else {
		x, y := p.cell(fmt.Sprintf(` %d  `, n))
		p.clickAt(x+5, y)
	}
	p.see(fmt.Sprintf("line %d of", n))
}

// leaveField moves from typing to the next field, where keys move the cursor.
func (p person) leaveField() {
	if !p.mouse {
		p.press("Tab", "type a value")
	}
}

// apply confirms the question on the screen. A click on Yes only selects it.
func (p person) apply() {
	p.t.Helper()
	if !p.mouse {
		p.walk.apply()
		return
	}
	p.repeat(func() {
		if x, y := find(p.term.Screen(), regexp.MustCompile("Yes, apply")); y >= 0 {
			p.clickAt(x, y)
		}
	}, func(now string) bool { return strings.Contains(now, "enter answer Yes") }, "enter answer Yes")
	p.press("Enter", "current state")
}

// takeBack undoes the run on the screen.
func (p person) takeBack(plan ...string) {
	p.t.Helper()
	p.insist("U", "undo of run 1")
	p.see(plan...)
	p.apply()
	p.see("result")
}

// resized changes the size of the terminal and restores it. The texts stay on the
// screen.
func (p person) resized(texts ...string) {
	p.t.Helper()
	for _, size := range [][2]int{p.next, {p.cols, p.rows}} {
		p.term.Resize(size[0], size[1])
		p.cols, p.rows = size[0], size[1]
		p.drawn()
		p.see(texts...)
	}
}

// drawn waits until the screen is drawn for the current size, and returns it.
func (p person) drawn() string {
	p.t.Helper()
	return p.term.Wait(func(now string) bool {
		lines := strings.Split(strings.TrimRight(now, "\n"), "\n")
		last := lines[len(lines)-1]
		return len(lines) == p.rows && ansi.StringWidth(last) == p.cols-1 && strings.HasSuffix(last, " help")
	}, fmt.Sprintf("screen of %dx%d", p.cols, p.rows))
}

// footClick clicks on a key in the key line, if it is shown.
func (p person) footClick(text string) bool {
	p.t.Helper()
	if !p.mouse {
		return false
	}
	screen := strings.Split(strings.TrimRight(p.drawn(), "\n"), "\n")
	y := len(screen) - 1
	at := strings.Index(screen[y], " "+text)
	if at < 0 {
		return false
	}
	p.clickAt(ansi.StringWidth(screen[y][:at])+1, y)
	return true
}

func (p person) clickAt(x, y int) {
	p.t.Helper()
	p.term.Type(fmt.Sprintf("\x1b[<0;%d;%dM\x1b[<0;%d;%dm", x+1, y+1, x+1, y+1))
}

// cell waits for a text and returns its position.
func (p person) cell(pattern string) (x, y int) {
	p.t.Helper()
	re := regexp.MustCompile(pattern)
	return find(p.match(re), re)
}

func (p person) match(re *regexp.Regexp) string {
	p.t.Helper()
	return p.term.Wait(re.MatchString, re.String())
}

func find(screen string, re *regexp.Regexp) (x, y int) {
	for y, line := range strings.Split(screen, "\n") {
		if at := re.FindStringIndex(line); at != nil {
			return ansi.StringWidth(line[:at[0]]), y
		}
	}
	return -1, -1
}

// changed waits until the screen has changed.
func (p person) changed(from string) {
	p.t.Helper()
	p.term.Wait(func(now string) bool { return now != from }, "change")
}

func (p person) unsee(text string) {
	p.t.Helper()
	p.term.Wait(func(now string) bool { return !strings.Contains(now, text) }, "end of "+text)
}

// put writes a file of the host, owned by the user of the demo.
func (p person) put(path, data string) {
	p.t.Helper()
	file := filepath.Join(p.dir, path)
	info, err := os.Stat(p.dir)
	if err != nil {
		p.t.Fatal(err)
	}
	owner := info.Sys().(*syscall.Stat_t)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(data), 0o644); err != nil {
		p.t.Fatal(err)
	}
	for _, path := range []string{filepath.Dir(file), file} {
		if err := os.Chown(path, int(owner.Uid), int(owner.Gid)); err != nil {
			p.t.Fatal(err)
		}
	}
}

// files returns the contents of files of the host.
func (p person) files(paths ...string) (all []string) {
	p.t.Helper()
	for _, path := range paths {
		all = append(all, content(p.t, p.dir, path))
	}
	return all
}

// inOrder waits until the texts are on the screen, one below the other.
func (p person) inOrder(texts ...string) {
	p.t.Helper()
	p.match(regexp.MustCompile(`(?s)` + strings.Join(texts, `.*\n.*`)))
}

// same compares files of the host byte for byte.
func (p person) same(want []string, paths ...string) {
	p.t.Helper()
	for i, got := range p.files(paths...) {
		if got != want[i] {
			p.t.Errorf("%s holds\n%q\nand not\n%q", paths[i], got, want[i])
		}
	}
}
