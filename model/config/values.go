package config

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"ralsh/ral/modules/ruby"
	"ralsh/ral/yaml"
)

// countSetting parses a whole number; 0 means unlimited.
func countSetting(to *int) setting {
	return func(n *yaml.Node) error {
		count, err := strconv.Atoi(scalar(n))
		if err != nil || count < 0 {
			return errors.New("must be a whole number (example: 200); 0 means no limit")
		}
		*to = count
		return nil
	}
}

func secondsSetting(to *time.Duration) setting {
	return func(n *yaml.Node) error {
		seconds, err := strconv.ParseUint(scalar(n), 10, 16)
		if err != nil || seconds == 0 {
			return errors.New("must be a number of seconds (example: 60)")
		}
		*to = time.Duration(seconds) * time.Second
		return nil
	}
}

// sizeSetting parses a number of bytes, optionally in KiB, MiB or GiB; 0 means
// unlimited.
func sizeSetting(to *int64) setting {
	return func(n *yaml.Node) error {
		digits, unit, _ := strings.Cut(scalar(n), " ")
		shift, ok := map[string]int{"": 0, "KiB": 10, "MiB": 20, "GiB": 30}[strings.TrimSpace(unit)]
		size, err := strconv.ParseInt(digits, 10, 64)
		if err != nil || !ok || size < 0 || size > math.MaxInt64>>shift {
			return errors.New("must be a size (example: 256 MiB); 0 means no limit")
		}
		*to = size << shift
		return nil
	}
}

func boolSetting(to *bool) setting {
	return func(n *yaml.Node) error {
		b, ok := n.Value.(bool)
		if !ok {
			return errors.New("must be true or false")
		}
		*to = b
		return nil
	}
}

// readProgramsSetting parses known, run, or a map from programs to these.
func readProgramsSetting(to *[]string) setting {
	return func(n *yaml.Node) error {
		*to = nil
		if n.Kind != yaml.Map {
			return addReadProgram(to, ruby.AnyProgram, n)
		}
		for i := range n.Keys {
			name := &n.Keys[i]
			if strings.Contains(name.Text, "/") {
				return at(name, "modules.looks: must be the name of a program without a slash (example: psql)")
			}
			if err := addReadProgram(to, name.Text, &n.Items[i]); err != nil {
				return err
			}
		}
		slices.Sort(*to)
		return nil
	}
}

func addReadProgram(to *[]string, program string, n *yaml.Node) error {
	switch scalar(n) {
	case "run":
		*to = append(*to, program)
	case "known":
	default:
		return at(n, "modules.looks: must be known, run, or a map (example: {psql: run})")
	}
	return nil
}

func rubySetting(to *string) setting {
	return func(n *yaml.Node) error {
		if *to = scalar(n); *to != "auto" && *to != "off" && !strings.HasPrefix(*to, "/") {
			return errors.New("must be auto, off, or the absolute path of a Ruby interpreter")
		}
		return nil
	}
}

func textSetting(to *string) setting {
	return func(n *yaml.Node) error {
		if *to = scalar(n); *to == "" {
			return errors.New("must be a word")
		}
		return nil
	}
}

// pathSetting parses a list of directories, or a text that joins them with
// colons.
func pathSetting(to *string) setting {
	return func(n *yaml.Node) error {
		if n.Kind != yaml.List {
			if *to = scalar(n); *to == "" {
				return errors.New("must be a list of directories")
			}
			return nil
		}
		var dirs []string
		for i := range n.Items {
			dir := scalar(&n.Items[i])
			if !strings.HasPrefix(dir, "/") || strings.Contains(dir, ":") {
				return errors.New("each directory must be an absolute path without a colon")
			}
			dirs = append(dirs, dir)
		}
		*to = strings.Join(dirs, ":")
		return nil
	}
}

// scalar returns the text of a value, "" for a list or a map.
func scalar(n *yaml.Node) string {
	if n.Kind != yaml.Scalar {
		return ""
	}
	return n.Text
}
