package cron

import (
	"fmt"
	"strings"

	"ralsh/ral/lazyre"
	"ralsh/ral/parsedfile"
	"ralsh/ral/value"
)

// Format returns the format of crontabs (crontab(5)). A job's name and its
// environment are on lines before it.
func Format() *parsedfile.Format {
	return &parsedfile.Format{
		Lines: []parsedfile.Definition{
			{Name: "comment", Match: lazyre.New(`^\s*#`), PostParse: takeName},
			{Name: "blank", Match: lazyre.New(`^\s*$`)},
			{Name: "environment", Match: lazyre.New(`^\s*\w+\s*=`)},
			{Name: job, Parse: parse, Write: write},
		},
		Lead: lead,
	}
}

const job = "crontab"

// times returns the names of the five time fields, in order.
func times() []string { return []string{"minute", "hour", "monthday", "month", "weekday"} }

var nameComment = lazyre.New(`Puppet Name: (.+?)\s*$`)

func takeName(r *parsedfile.Record) {
	if m := nameComment.FindStringSubmatch(r.Line); m != nil {
		r.Set("name", value.Str(m[1]))
	}
}

var jobLine = lazyre.New(`^\s*(@\w+|\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s+(.+)$`)

func parse(line string) (parsedfile.Record, bool) {
	m := jobLine.FindStringSubmatch(line)
	if m == nil {
		return parsedfile.Record{}, false
	}
	var r parsedfile.Record
	r.Set("command", value.Str(m[2]))
	word, special := strings.CutPrefix(m[1], "@")
	parts := strings.Fields(m[1])
	r.Set("special", value.Absent())
	if special {
		r.Set("special", value.Str(word))
	}
	for i, name := range times() {
		if special || parts[i] == "*" {
			r.Set(name, value.Absent())
		} else {
			r.Set(name, value.Strs(strings.Split(parts[i], ",")...))
		}
	}
	return r, true
}

func write(r parsedfile.Record) (string, error) {
	var b strings.Builder
	if name := r.Text("name"); name != "" && !unmanaged(r) {
		b.WriteString("# Puppet Name: " + name + "\n")
	}
	for _, setting := range texts(r.Get("environment")) {
		b.WriteString(setting + "\n")
	}
	if unmanaged(r) && b.Len() > 0 {
		return "", fmt.Errorf("a job without a name cannot have an environment")
	}
	command := r.Text("command")
	if command == "" {
		return "", fmt.Errorf("no command specified, cannot create")
	}
	if special := r.Get("special"); !isAbsent(special) {
		b.WriteString("@" + special.Text() + " " + command)
		return b.String(), nil
	}
	for _, name := range times() {
		text := strings.Join(texts(r.Get(name)), ",")
		if text == "" {
			text = "*"
		}
		b.WriteString(text + " ")
	}
	b.WriteString(command)
	return b.String(), nil
}

// lead returns the lines of the comment that names a job and of the settings
// between the two.
func lead(lines []parsedfile.Line, at int) []int {
	var settings []int
	for i := at - 1; i >= 0; i-- {
		switch r := lines[i].Record; {
		case r.Type == job:
			return nil
		case r.Type == "environment":
			settings = append([]int{i}, settings...)
		case r.Type == "comment" && r.Text("name") != "":
			return append([]int{i}, settings...)
		}
	}
	return nil
}

// name sets the name and the environment of each job from the lines before it.
// An unnamed job is named after its command and a number that follows n. name
// returns the last number.
func name(n int, lines []parsedfile.Line) int {
	for at := range lines {
		r := &lines[at].Record
		if r.Type != job {
			continue
		}
		led := lead(lines, at)
		if len(led) == 0 {
			n++
			r.Set("name", value.Str(fmt.Sprintf("unmanaged:%s-%d", blanks.ReplaceAllString(r.Text("command"), "_"), n)))
			r.Set("unmanaged", value.Bool(true))
			r.Set("environment", value.Absent())
			continue
		}
		r.Set("name", lines[led[0]].Record.Get("name"))
		r.Set("unmanaged", value.Value{})
		r.Set("environment", value.Absent())
		if len(led) > 1 {
			var settings []string
			for _, i := range led[1:] {
				settings = append(settings, lines[i].Text)
			}
			r.Set("environment", value.Strs(settings...))
		}
	}
	return n
}

var blanks = lazyre.New(`\s+`)

func unmanaged(r parsedfile.Record) bool { return !r.Get("unmanaged").IsNil() }
