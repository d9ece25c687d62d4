package puppetlog

import (
	"fmt"

	"ralsh/ral/diagnostic"
)

// Raised returns the error that Puppet raises for the first diagnostic that is an
// error, or "" (semantics.md A21-A24, A31).
func Raised(diags diagnostic.Diags) string {
	for _, d := range diags {
		if d.Kind != diagnostic.Dropped {
			return diag(d)
		}
	}
	return ""
}

// diag returns a diagnostic in Puppet's wording.
func diag(d diagnostic.Diag) string {
	switch d.Kind {
	case diagnostic.Invalid:
		return invalid(d)
	case diagnostic.UnknownProvider:
		return fmt.Sprintf("Parameter provider failed on %s: %s", d.Resource, d.Message)
	case diagnostic.UnknownType:
		return "Could not find type " + d.Value.Text()
	case diagnostic.InvalidResource:
		return fmt.Sprintf("Validation of %s failed: %s", d.Resource, d.Message)
	}
	return d.Message
}

// notBoolean is the message of Puppet's built-in boolean, an ArgumentError.
const notBoolean = "expected a boolean value"

func invalid(d diagnostic.Diag) string {
	text := d.Message
	switch d.Phase {
	case diagnostic.Assigning, diagnostic.Defaulting:
		return text
	case diagnostic.Munging:
		if !d.Broke && text != notBoolean {
			break // a message of the author: a Puppet::Error
		}
		text = fmt.Sprintf("Munging failed for value %s in class %s: %s", d.Value.Inspect(), d.Attr, text)
	case diagnostic.Validating:
		if d.Broke {
			text = fmt.Sprintf("Validate method failed for class %s: %s", d.Attr, text)
		}
	}
	if d.Default {
		return text
	}
	return fmt.Sprintf("Parameter %s failed on %s: %s", d.Attr, d.Resource, text)
}
