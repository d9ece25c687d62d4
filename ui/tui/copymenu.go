package tui

import (
	"strings"

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

// copyMenu offers the value and the name of the field under the cursor's resource,
// and as code what is wanted, or what there is where nothing is. Several resources
// have their names and no code.
func (e *edit) copyMenu() *menu {
	f := e.current()
	value := f.Typed
	if !f.Set && e.draft.Found != nil && e.draft.Found.Known(f.Attr.Name) {
		value = f.IsText
	}
	if f.Attr.Sensitive {
		value = ""
	}
	if e.each != nil {
		names := make([]string, len(e.each))
		for i, d := range e.each {
			names[i] = d.Title
		}
		return newCopyOf(e.sh, strings.Join(names, "\n"), value, nil)
	}
	d := e.draft
	if d.Empty() && d.Found != nil && d.Found.Provider != nil {
		return newCopyMenu(e.sh, d.Title, d.Found, value)
	}
	return newCopyOf(e.sh, d.Title, value, func(as model.Format) (string, error) { return model.CopyDraft(d, as) })
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
