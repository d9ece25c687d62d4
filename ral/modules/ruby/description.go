package ruby

// Description describes a type, as the worker reports it (worker/describe.rb). It does
// not depend on the host.
type Description struct {
	Name       string                `json:"name"`
	Doc        string                `json:"doc"`
	File       string                `json:"file"`
	API        bool                  `json:"api"`    // made by the Resource API
	Remote     bool                  `json:"remote"` // for devices that are reached over a network
	Attributes []attribute           `json:"attributes"`
	Features   []feature             `json:"features"`
	Splits     bool                  `json:"splits"` // a title is more than the name of a resource
	Namevars   []string              `json:"namevars"`
	Relations  map[string][]string   `json:"relations"`
	Refreshes  bool                  `json:"self_refresh"`
	Isomorphic bool                  `json:"isomorphic"`
	NeedEnsure bool                  `json:"ensure_needed"`
	Has        []string              `json:"has"` // operations of the type: validate, generate, refresh
	Providers  []providerDescription `json:"providers"`
}

type attribute struct {
	Name      string    `json:"name"`
	Kind      string    `json:"kind"`
	Doc       string    `json:"doc"`
	Namevar   bool      `json:"namevar"`
	Required  bool      `json:"required"`
	Features  []string  `json:"features"`
	Values    []literal `json:"values"`
	Patterns  []pattern `json:"patterns"`
	All       bool      `json:"all"` // array_matching is all
	DataType  string    `json:"data_type"`
	ReadOnly  bool      `json:"read_only"`
	InitOnly  bool      `json:"init_only"`
	Validates bool      `json:"validates"` // has code to validate
	Munges    bool      `json:"munges"`
	Unmunges  bool      `json:"unmunges"`
	Whole     bool      `json:"whole"` // has code to assign or to return all values
	Compares  bool      `json:"compares"`
	Runs      bool      `json:"runs"`  // has code to read and to change it, as an exec has
	Words     bool      `json:"words"` // is_to_s, should_to_s or change_to_s
	Secret    bool      `json:"secret"`
	Added     bool      `json:"added"` // by a file of a module
	Default   *dflt     `json:"default"`
}

type literal struct {
	Name     string   `json:"name"`
	Aliases  []string `json:"aliases"`
	Event    string   `json:"event"`
	Drops    bool     `json:"drops"`
	Features []string `json:"features"`
}

type pattern struct {
	Source  string `json:"source"`
	Options int    `json:"options"`
	Event   string `json:"event"`
}

// dflt is a default: a constant, or the result of code.
type dflt struct {
	Value   *wired `json:"value"`
	Managed bool   `json:"managed"` // present if anything is managed
	Block   bool   `json:"block"`
}

type feature struct {
	Name    string   `json:"name"`
	Doc     string   `json:"doc"`
	Methods []string `json:"methods"`
}

type providerDescription struct {
	Name        string          `json:"name"`
	Doc         string          `json:"doc"`
	Source      string          `json:"source"`
	Parent      []string        `json:"parent"` // type and name
	Depth       int             `json:"depth"`  // number of ancestors that are classes
	Features    []string        `json:"features"`
	Confines    []confine       `json:"confines"`
	Defaults    [][]clauseMatch `json:"defaults"`
	NotDefaults [][]clauseMatch `json:"not_defaults"`
	Instances   bool            `json:"instances"`
	Prefetch    bool            `json:"prefetch"`
	Flush       bool            `json:"flush"`
	Exists      bool            `json:"exists"`
	Refresh     bool            `json:"refresh"`
	File        string          `json:"file"`
	Remote      bool            `json:"remote"`
	Commands    []struct {
		Name string `json:"name"`
		Path string `json:"path"`
	} `json:"commands"`
}

// confine is a confine: exists, true, false, any, feature, or variable, which is a fact
// or a setting.
type confine struct {
	Kind    string   `json:"kind"`
	Name    string   `json:"name"`
	Binary  bool     `json:"binary"`
	Setting bool     `json:"setting"`
	Lazy    bool     `json:"lazy"` // a lambda is called each time
	Values  []string `json:"values"`
}

// clauseMatch is a fact of a default, with its values: texts and patterns; or a feature of
// Puppet.
type clauseMatch struct {
	Fact    string `json:"fact"`
	Values  []any  `json:"values"`
	Feature string `json:"feature"`
	Holds   bool   `json:"holds"`
}

// row is an instance in a listing.
type row struct {
	Name   string           `json:"n"`
	Values map[string]wired `json:"v"`
	Keys   map[string]wired `json:"k"`
}
