package settings

import "path/filepath"

const defaultKey = "~/.ssh/id_ed25519.pub"

// OperatorFile returns the path of nats.yaml in a configuration directory.
func OperatorFile(config string) string { return filepath.Join(config, "nats.yaml") }

// Operator are the settings of an operator.
type Operator struct {
	Connection `yaml:",inline"`
	// Principal is the name of the key in the files of the hosts; the default is Name.
	Principal string `yaml:"principal"`
	Key       string `yaml:"key"` // the path of the public key that signs orders
}

// ReadOperator reads nats.yaml of a user with a home directory.
func ReadOperator(file, home string) (Operator, error) {
	o := Operator{Key: defaultKey}
	if err := read(file, &o); err != nil {
		return Operator{}, err
	}
	if err := o.check(file, home); err != nil {
		return Operator{}, err
	}
	if o.Principal == "" {
		o.Principal = o.Name
	}
	o.Key = absolute(o.Key, file, home)
	return o, nil
}
