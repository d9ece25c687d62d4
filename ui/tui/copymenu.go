package tui

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ui/safe"
)

// newCommand shows the command that does the same; y or enter copies it.
func newCommand(sh *shared, line string) *menu {
	m := newChoose(sh, "command", "the command that does the same", nil, "nothing is run from here",
		option{"copy", "to the terminal's clipboard", func() tea.Cmd { return sent(line, "the command") }},
		option{"back", "", func() tea.Cmd { return pop(1) }},
	)
	m.command = line
	return m
}

// sent copies a text and leaves the menu.
func sent(text, what string) tea.Cmd {
	return tea.Sequence(pop(1), func() tea.Msg { return copyMsg{text: text, what: what} })
}

// newCopyMenu offers what can be copied of a row: its value, its name, and the
// resource as code where there is one.
func newCopyMenu(sh *shared, name string, found *ral.Instance, value string) *menu {
	if found == nil {
		return newCopyOf(sh, name, value, nil)
	}
	return newCopyOf(sh, name, value, func(as model.Format) (string, error) { return model.Copy(found, as) })
}

// newCopyOf is newCopyMenu of whatever can be written as code; nil cannot.
func newCopyOf(sh *shared, name, value string, write func(model.Format) (string, error)) *menu {
	var options []option
	if value != "" {
		options = append(options, option{"value", safe.Clean(firstLine(value)), func() tea.Cmd { return sent(value, "the value") }})
	}
	options = append(options, option{"name", safe.Clean(name), func() tea.Cmd { return sent(name, "the name") }})
	if write != nil {
		for _, as := range []struct {
			format model.Format
			name   safe.Text
			what   safe.Text
		}{
			{model.AsPuppet, "Puppet code", "as a manifest has it; secrets are left out"},
			{model.AsYAML, "YAML", "as hieradata has it; secrets are left out"},
			{model.AsJSON, "JSON", "as ralsh resource -o json prints it"},
		} {
			options = append(options, option{as.name, as.what, func() tea.Cmd {
				text, err := write(as.format)
				if err != nil {
					return sayError(safe.Clean("nothing was copied: " + err.Error()))
				}
				return sent(text, string(as.format))
			}})
		}
	}
	return newChoose(sh, "copy", "copy "+safe.Clean(name), nil, "", options...)
}
