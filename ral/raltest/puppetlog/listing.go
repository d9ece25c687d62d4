package puppetlog

import (
	"errors"
	"fmt"

	"ralsh/ral"
	"ralsh/ral/onhost"
)

// Unlisted returns the error that Puppet raises when it lists a type without providers, or
// with a suitable provider that cannot list; "" if all can list. ralsh reports a finding and
// continues (semantics.md P33, T52).
func Unlisted(ty *ral.Type, readers []*ral.Provider) string {
	if len(ty.Providers()) == 0 {
		return ty.Name + " has no providers and has not overridden 'instances'"
	}
	for _, p := range readers {
		if p.Ops().List == nil {
			return fmt.Sprintf("To support listing resources of this type the '%s' provider needs to implement an 'instances' "+
				"class method returning the current set of resources. We recommend porting your module to the simpler "+
				"Resource API instead: https://puppet.com/search/docs?keys=resource+api", p.Name)
		}
	}
	return ""
}

// ListingFailed returns the error of a failed listing in Puppet's wording.
func ListingFailed(err error) string {
	if nameless, ok := errors.AsType[*onhost.NamelessError](err); ok {
		return fmt.Sprintf("No resource and no name in property hash in %s instance", nameless.Provider.Name)
	}
	return err.Error()
}
