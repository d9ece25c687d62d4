package why

import (
	"slices"
	"strconv"

	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/words"
)

// mostCommands is the number of commands of a listing that are shown.
const mostCommands = 8

// listed returns how long the last listing of a provider took, with the commands
// that it ran, the longest first, or where it looked. It returns nil if the provider
// was not listed.
func (s *Screen) listed(p *ral.Provider, width int) []kit.PageLine {
	sources := s.Sh.Listings.Of(s.typ).Sources
	i := slices.IndexFunc(sources, func(src *listings.Source) bool { return src.Provider == p && src.Done })
	if i < 0 {
		return nil
	}
	src := sources[i]
	lines := kit.PlainLines(frame.Title("listing", words.CountOf(src.Count, "instance")+"  "+words.Took(src.Took), false))
	ran := src.Longest()
	for n, c := range ran[:min(len(ran), mostCommands)] {
		row := frame.Text(safe.Clean("$ " + c.Command))
		row.Evidence = words.Took(c.Took)
		lines = append(lines, kit.PageLine{ID: "ran" + strconv.Itoa(n), Line: row})
	}
	if more := len(ran) - mostCommands; more > 0 {
		lines = append(lines, kit.PageLine{ID: "ran more", Line: frame.Text("and " + words.CountOf(more, "command") + " that took no longer")})
	}
	if len(ran) == 0 {
		for n, t := range kit.Wrap(kit.WhereOf(src), width-frame.Margin) {
			lines = append(lines, kit.PageLine{ID: "ran none" + strconv.Itoa(n), Line: frame.Text(t)})
		}
	}
	return append(lines, kit.PageLine{})
}
