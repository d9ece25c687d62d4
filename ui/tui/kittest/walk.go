package kittest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// Move is an action of a random walk on the sample host, as a text that a
// failing test prints and that can be repeated: "edit user alice shell
// /bin/sh", "press down", "size 80 24".
type Move string

// Walker is a terminal for a walk.
type Walker interface {
	Press(key string) // one key, named as in the table of keys
	Resize(width, height int)
	Click(x, y int)
	Wheel(x, y int, down bool)
	Screen() string
}

// instances returns instances of the sample host, by type, and for each type a
// missing instance.
func instances() map[string][]string {
	return map[string][]string{
		"user":               {"alice", "deploy", "root", "newcomer"},
		"group":              {"adm", "sudo", "newcomers"},
		"host":               {"db1.example.org", "localhost", "new.example.org"},
		"mount":              {"/", "/srv/new"},
		"file":               {"/etc/motd", "/etc/hosts", "/etc", "/etc/new"},
		"cron":               {"release", "new"},
		"package":            {"adduser", "new"},
		"mailalias":          {"postmaster", "new"},
		"sysctl":             {"net.ipv4.conf.all.rp_filter", "net.new"},
		"sshkey":             {"new.example.org"},
		"ssh_authorized_key": {"alice@laptop"},
		"file_line":          {"new"},
		"service":            {"ssh"},
		"tidy":               {"/tmp"},
		"kmod":               {"loop"},
		"exec":               {"new"},
	}
}

// texts returns input for a field: valid values of some attributes, and texts
// that each type must refuse or show without harm.
func texts() []string {
	return []string{
		"", "x", "absent", "present", "true", "0", "1", "-1", "99999999999", "0640", "u=rwx,g-w", "/bin/sh", "/srv/new", "192.0.2.9",
		"a,b", "root", "alice", "User[alice]", "File[/etc/motd]", "2027-01-31", "*/5", "[", "'", "\"", "$x", "é", "字", "   ", "{sha256}ab",
		"one two", strings.Repeat("long ", 12),
	}
}

// rawKeys returns the keys of the table, except keys that leave the program or
// need a real terminal.
func rawKeys() []string {
	list := strings.Fields("up down left right k j h l g G home end pgup pgdown tab shift+tab enter esc / : ? f1 w c y r R ! v z < > e n - u U space V a m J K d A i f b H L x q ctrl+l M backspace delete ctrl+u ctrl+w")
	return append(list, "down", "down", "down", "enter", "enter", "tab", "esc")
}

// RandomMoves returns n moves of a walk.
func RandomMoves(rng *rand.Rand, n int) []Move {
	types := make([]string, 0, len(instances()))
	for name := range instances() {
		types = append(types, name)
	}
	slices.Sort(types)
	pick := func(list []string) string { return list[rng.IntN(len(list))] }
	where := func() string {
		typ := pick(types)
		return typ + " " + pick(instances()[typ])
	}
	moves := make([]Move, n)
	for i := range moves {
		switch k := rng.IntN(100); {
		case k < 25:
			moves[i] = Move(fmt.Sprintf("edit %s %d %s", where(), rng.IntN(30), pick(texts())))
		case k < 33:
			moves[i] = Move("look " + where() + " " + pick(strings.Fields("w v e y c d ! r R z enter space down")))
		case k < 36:
			moves[i] = Move("remove " + where())
		case k < 40:
			moves[i] = Move("filter " + pick(texts()))
		case k < 44:
			moves[i] = "apply"
		case k < 47:
			moves[i] = "undo"
		case k < 52:
			moves[i] = Move("visit " + pick(strings.Fields("f b H H L ? i w")))
		case k < 54:
			moves[i] = Move("rows " + pick(types) + " " + pick([]string{"space down space v", "n", "V down w", "! R", "y", "w enter"}))
		case k < 57:
			moves[i] = Move("size " + pick([]string{"80 24", "120 36", "250 80", "60 12", "40 10", "100 24"}))
		case k < 62:
			moves[i] = Move(fmt.Sprintf("click %d %d", rng.IntN(120), rng.IntN(36)))
		case k < 65:
			moves[i] = Move(fmt.Sprintf("wheel %d %d %s", rng.IntN(120), rng.IntN(36), pick([]string{"up", "down"})))
		case k < 70:
			moves[i] = Move("type " + pick(texts()))
		default:
			some := make([]string, 1+rng.IntN(12))
			for k := range some {
				some[k] = pick(rawKeys())
			}
			moves[i] = Move("press " + strings.Join(some, " "))
		}
	}
	return moves
}

// Neutral reports whether a move leaves the basket as it is.
func (s Move) Neutral() bool {
	verb, _, _ := strings.Cut(string(s), " ")
	return slices.Contains([]string{"look", "rows", "filter", "visit", "size", "wheel"}, verb)
}

// FromHome reports whether a move begins on the first screen.
func (s Move) FromHome() bool {
	verb, _, _ := strings.Cut(string(s), " ")
	return slices.Contains([]string{"edit", "look", "rows", "remove", "filter", "apply", "undo", "visit"}, verb)
}

// Edited returns the text that the move types into a field of a resource, or "" for a move
// that removes the resource.
func (s Move) Edited() (text string, edits bool) {
	words := strings.SplitN(string(s), " ", 5)
	switch words[0] {
	case "edit":
		return words[4], true
	case "remove":
		return "", true
	}
	return "", false
}

// Take does the move.
func (s Move) Take(w Walker) {
	verb, rest, _ := strings.Cut(string(s), " ")
	words := strings.Split(rest, " ")
	number := func(i int) int {
		n, err := strconv.Atoi(words[i])
		if err != nil {
			panic(err)
		}
		return n
	}
	switch verb {
	case "press":
		for _, key := range words {
			w.Press(key)
		}
	case "type":
		write(w, rest)
	case "size":
		w.Resize(number(0), number(1))
	case "click":
		w.Click(number(0), number(1))
	case "wheel":
		w.Wheel(number(0), number(1), words[2] == "down")
	case "visit":
		w.Press(rest)
		w.Press("enter")
	case "rows":
		w.Press(":")
		write(w, words[0])
		for _, key := range append([]string{"enter"}, words[1:]...) {
			w.Press(key)
		}
	case "filter":
		w.Press("/")
		write(w, rest)
		w.Press("enter")
	case "look", "edit", "remove":
		w.Press(":")
		write(w, words[0]+" "+words[1])
		w.Press("enter")
		switch verb {
		case "look":
			w.Press(words[2])
			w.Press("esc")
			w.Press("w")
		case "remove":
			w.Press("-")
		case "edit":
			if w.Press("e"); strings.Contains(w.Screen(), "typing: esc") {
				w.Press("esc")
			}
			for range number(2) {
				w.Press("down")
			}
			w.Press("enter")
			w.Press("ctrl+u")
			write(w, strings.Join(words[3:], " "))
			w.Press("enter")
			w.Press("esc")
			w.Press("w")
		}
	case "apply":
		w.Press("b")
		w.Press("A")
		w.Press("tab")
		w.Press("enter")
	case "undo":
		w.Press("H")
		w.Press("enter")
		w.Press("U")
		w.Press("tab")
		w.Press("enter")
	}
}

func write(w Walker, text string) {
	for _, r := range text {
		if key := string(r); key == " " {
			w.Press("space")
		} else {
			w.Press(key)
		}
	}
}

// Shrink returns the shortest walk that it finds which still fails: it leaves out
// halves, quarters and so on, down to single moves and then single keys.
func Shrink(moves []Move, fails func([]Move) bool) []Move {
	moves = shrink(moves, fails)
	var keys []Move
	for _, m := range moves {
		if pressed, ok := strings.CutPrefix(string(m), "press "); ok {
			for key := range strings.FieldsSeq(pressed) {
				keys = append(keys, Move("press "+key))
			}
		} else {
			keys = append(keys, m)
		}
	}
	if fails(keys) {
		return shrink(keys, fails)
	}
	return moves
}

func shrink(moves []Move, fails func([]Move) bool) []Move {
	for size := len(moves) / 2; size > 0; size /= 2 {
		for from := 0; from < len(moves); {
			fewer := slices.Delete(slices.Clone(moves), from, min(from+size, len(moves)))
			if fails(fewer) {
				moves = fewer
			} else {
				from += size
			}
		}
	}
	return moves
}
