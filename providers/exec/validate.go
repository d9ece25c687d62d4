package exec

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"ralsh/providers/internal/commandline"
	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

var (
	status  = lazyre.New(`^\d{1,3}$`)
	setting = lazyre.New(`(?s)^\w+=.*$`)
	octal   = lazyre.New(`^0?[0-7]{1,4}$`)
	whole   = lazyre.New(`^\d+$`)
)

func validStatus(h ral.Hook, v value.Value) error {
	if err := h.Validate(v); err != nil {
		return err
	}
	if n, err := strconv.Atoi(v.Text()); err != nil || n > 255 {
		return errors.New("an exit status is a number from 0 to 255, not " + v.Text())
	}
	return nil
}

// aCommand checks that a value is a non-empty line or list of words.
func aCommand(what string, v value.Value) error {
	words := []value.Value{v}
	if v.Kind() == value.List {
		words = v.Items()
	}
	for _, w := range words {
		if w.Kind() != value.String {
			return fmt.Errorf("%s must be a String or Array<String>, got value of class %s", what, capital(w.Kind().String()))
		}
		if strings.ContainsRune(w.Text(), 0) {
			return errors.New("a command cannot contain a NUL byte")
		}
	}
	if len(words) == 0 || strings.TrimSpace(words[0].Text()) == "" {
		return errors.New("a command must not be empty")
	}
	return nil
}

func capital(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// qualified checks that a command has a full path, or that path is set, unless the
// provider checks commands itself (validatecmd in Puppet).
func qualified(r *ral.Resource, v value.Value) error {
	name := nameOf(v)
	if strings.HasPrefix(name, "/") || r.Has("path") || r.Provider != nil && r.Provider.Validate != nil {
		return nil
	}
	return fmt.Errorf("'%s' is not qualified and no path was specified. Please qualify the command or specify a path.", name)
}

// nameOf returns the command name of a line or a list of words.
func nameOf(v value.Value) string {
	if v = v.Reveal(); v.Kind() == value.List && len(v.Items()) > 0 {
		return v.Items()[0].Text()
	}
	return commandline.First(v.Text())
}

func validCommand(h ral.Hook, v value.Value) error {
	if err := aCommand(h.A.Name, v); err != nil {
		return err
	}
	return qualified(h.R, v)
}

func validCommands(h ral.Hook, v value.Value) error {
	for _, each := range v.Elements() {
		if err := validCommand(h, each); err != nil {
			return err
		}
	}
	return nil
}

// validate checks across attributes, because path may be assigned after
// command.
func validate(r *ral.Resource) error {
	v := r.Get("command")
	err := qualified(r, v)
	if err != nil && secret(r) {
		return errors.New("the command is not qualified and no path was specified. Please qualify the command or specify a path.")
	}
	return err
}

func eachOf(valid func(ral.Hook, value.Value) error) func(ral.Hook, value.Value) error {
	return func(h ral.Hook, v value.Value) error {
		for _, each := range v.Elements() {
			if err := valid(h, each); err != nil {
				return err
			}
		}
		return nil
	}
}

func absolute(h ral.Hook, v value.Value) error { return standard.AbsolutePath(h, v) }

func validSetting(_ ral.Hook, v value.Value) error {
	if !setting.MatchString(v.Text()) || strings.ContainsRune(v.Text(), 0) {
		return fmt.Errorf("Invalid environment setting '%s'", v.Text())
	}
	return nil
}

func validUmask(_ ral.Hook, v value.Value) error {
	if !octal.MatchString(v.Text()) {
		return errors.New("The umask specification is invalid: " + v.Inspect())
	}
	return nil
}
