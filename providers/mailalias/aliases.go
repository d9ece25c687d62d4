package mailalias

import (
	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/parsedfile"
	"ralsh/ral/value"
)

func aliases() ral.Provider {
	return ral.Provider{
		Name:      "aliases",
		Doc:       "Reads and writes `" + aliasesFile + "` itself. Lines that are not managed are kept byte for byte.",
		NeedsRoot: "ralsh writes " + aliasesFile,
		New: func() any {
			return parsedfile.Provider{
				Format: Format(), Target: aliasesFile, MissingOK: true, BeforeWrite: either,
				UniqueKey: parsedfile.UniqueByName, Findings: unknown,
			}.New()
		},
	}
}

// either takes the recipients out where a file is wanted, and the other way
// round: a line holds one of them.
func either(record *parsedfile.Record, r *ral.Resource) {
	switch {
	case r.Has("file"):
		record.Set("recipient", value.Value{})
	case r.Has("recipient"):
		record.Set("file", value.Value{})
	}
}

// Format is how aliases are written (aliases(5)): a name, a colon, recipients
// with commas. A line that begins with a blank goes on with the one before it:
// the last line of such a group holds the alias, and the others lead it.
func Format() *parsedfile.Format {
	return &parsedfile.Format{
		Lines: []parsedfile.Definition{
			{Name: "comment", Match: lazyre.New(`^#`)},
			{Name: "blank", Match: lazyre.New(`^\s*$`)},
			{Name: "aliases", Parse: parse, Write: write},
		},
		Lead:  before,
		After: join,
	}
}

// before are the lines of a group in front of its last one.
func before(lines []parsedfile.Line, at int) []int {
	first := at
	for first > 0 && goesOn(lines[first].Text) && !ends(lines[first-1].Text) {
		first--
	}
	var lead []int
	for i := first; i < at; i++ {
		lead = append(lead, i)
	}
	return lead
}

// join reads each group of lines as one.
func join(lines []parsedfile.Line) {
	for at := 0; at < len(lines); at++ {
		text, last := lines[at].Text, at
		if ends(text) || goesOn(text) {
			continue
		}
		for last+1 < len(lines) && goesOn(lines[last+1].Text) {
			last++
			text += " " + lines[last].Text
		}
		if last == at {
			continue
		}
		for i := at; i < last; i++ {
			lines[i].Record, lines[i].Unknown = parsedfile.Record{Type: "part", Line: lines[i].Text}, false
		}
		record, ok := parse(text)
		record.Type = "aliases"
		lines[last].Record, lines[last].Unknown = record, !ok
		at = last
	}
}

// goesOn reports whether a line belongs to the one before it.
func goesOn(line string) bool {
	return line != "" && (line[0] == ' ' || line[0] == '\t') && !blankOrComment.MatchString(line)
}

// ends reports whether nothing can go on with a line.
func ends(line string) bool { return blankOrComment.MatchString(line) }

var blankOrComment = lazyre.New(`^\s*(#|$)`)
