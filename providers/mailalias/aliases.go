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
		Doc:       "Reads and writes `" + aliasesFile + "` without a tool. It keeps unmanaged lines byte for byte.",
		NeedsRoot: "ralsh writes " + aliasesFile,
		New: func() any {
			return &table{Behaviour: parsedfile.Provider{
				Format: format(), Target: aliasesFile, MissingOK: true, BeforeWrite: either,
				UniqueKey: parsedfile.UniqueByName,
			}.Behaviour()}
		},
	}
}

// either removes the recipients if a file is declared, and vice versa, because a line
// cannot contain both.
func either(record *parsedfile.Record, r *ral.Resource) {
	switch {
	case r.Has("file"):
		record.Set("recipient", value.Value{})
	case r.Has("recipient"):
		record.Set("file", value.Value{})
	}
}

// format returns the format of aliases (aliases(5)): a name, a colon, recipients
// separated by commas. A line that begins with a space continues the previous line. The
// record is on the last line of a group, and the other lines are its lead.
func format() *parsedfile.Format {
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

// before returns the lines of a group except the last.
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

// join parses each group of lines as a single line.
func join(_ string, lines []parsedfile.Line) {
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

// goesOn reports whether a line continues the previous line.
func goesOn(line string) bool {
	return line != "" && (line[0] == ' ' || line[0] == '\t') && !blankOrComment.MatchString(line)
}

// ends reports whether a line cannot be continued.
func ends(line string) bool { return blankOrComment.MatchString(line) }

var blankOrComment = lazyre.New(`^\s*(#|$)`)
