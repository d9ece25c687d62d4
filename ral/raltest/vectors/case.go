package vectors

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
)

// File contains the cases of one area.
type File struct {
	Area  string
	Cases []Case
}

// Case is one case: the given state, the action, and the result. Areas whose givens
// have another form parse them from Raw; Err is then the error of parsing Given and
// When.
type Case struct {
	ID    string
	Given Given
	When  When
	Then  map[string]any
	Raw   struct{ Given, When, Then json.RawMessage }
	Err   error
}

// UnmarshalJSON parses a case.
func (c *Case) UnmarshalJSON(data []byte) error {
	if err := json.Unmarshal(data, &c.Raw); err != nil {
		return err
	}
	c.Err = errors.Join(json.Unmarshal(c.Raw.Given, &c.Given), json.Unmarshal(c.Raw.When, &c.When))
	return json.Unmarshal(data, &struct {
		ID   *string
		Then *map[string]any
	}{&c.ID, &c.Then})
}

// Given is the initial state of a case. Each area uses a part of it.
type Given struct {
	Type       Kind // a type's definition, or only its name
	Types      []TypeDef
	Attributes []AttrDef
	Attribute  *AttrDef
	Property   *AttrDef
	Features   FeatureFacts
	Provider   *ProviderDef
	Providers  []ProviderDef
	Facts      Params
	Settings   Params
	Files      FileDefs
	Path       []string
	Store      map[string]map[string]Params
	Current    Params // null if the resource does not exist
	Params     Params
	Sensitive  []string
	Faults     []FaultDef
	Catalog    []DeclDef
	Resource   *struct {
		Type, Title string
		Params      Params
	}
	language bool // write types in the module language instead of Go
}

// Kind is a type's definition or its name.
type Kind struct {
	TypeDef
	Full bool // there is a definition
}

// UnmarshalJSON parses a definition or a name.
func (k *Kind) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return json.Unmarshal(data, &k.Type)
	}
	k.Full = true
	return json.Unmarshal(data, &k.TypeDef)
}

// FeatureFacts are the features of the machine: whether it has the feature of each
// name. Cases that define features have a list instead.
type FeatureFacts struct {
	There   map[string]bool
	Defined []FeatureDef
}

// UnmarshalJSON parses either form.
func (f *FeatureFacts) UnmarshalJSON(data []byte) error {
	if data[0] == '[' {
		return json.Unmarshal(data, &f.Defined)
	}
	return json.Unmarshal(data, &f.There)
}

// FileDefs are existing files: a list, or an object of path to content.
type FileDefs []FileDef

// UnmarshalJSON parses either form.
func (fs *FileDefs) UnmarshalJSON(data []byte) error {
	if data[0] != '{' {
		return json.Unmarshal(data, (*[]FileDef)(fs))
	}
	var contents map[string]string
	if err := json.Unmarshal(data, &contents); err != nil {
		return err
	}
	for _, path := range slices.Sorted(maps.Keys(contents)) {
		*fs = append(*fs, FileDef{Path: path, Content: contents[path]})
	}
	return nil
}

// FileDef is an existing file or directory.
type FileDef struct {
	Path, Content   string
	Dir, Executable bool
}

// UnmarshalJSON parses a path or an object.
func (f *FileDef) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return json.Unmarshal(data, &f.Path)
	}
	type plain FileDef
	return json.Unmarshal(data, (*plain)(f))
}

// When is the action of a case.
type When struct {
	Op           string
	Noop         bool
	Assign       *Tagged
	Title        string
	Params       Params
	Is, Should   *Tagged
	Value        *Tagged
	Provider     string
	Satisfies    [][]string
	Hash, Set    Params
	Args         []string
	Settings     Params
	Tags         []string
	HostConfig   *bool `json:"host_config"`
	Runs         int
	RunMode      string `json:"run_mode"`
	Between      json.RawMessage
	LogLevel     string
	ThenCreate   []FileDef       `json:"then_create"`
	ThenFeatures map[string]bool `json:"then_features"`
	Text, Term   *string
	Level        int
	Headers      []string
	Rows         map[string][]string
}

// Load reads every area of a directory, sorted by name.
func Load(dir fs.FS) ([]File, error) {
	names, err := fs.Glob(dir, "*.json")
	if err != nil {
		return nil, err
	}
	var files []File
	for _, name := range names {
		data, err := fs.ReadFile(dir, name)
		if err != nil {
			return nil, err
		}
		var f File
		if err := json.Unmarshal(data, &f); err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
		if f.Area == "" {
			f.Area = name[:len(name)-len(".json")]
		}
		files = append(files, f)
	}
	return files, nil
}
