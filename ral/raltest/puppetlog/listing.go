package puppetlog

import (
	"errors"
	"fmt"

	"ralsh/ral"
)

// Unlisted is the error that Puppet raises where a type is listed: it has no
// providers, or a suitable one cannot list. Here that is a finding, and the
// others are listed (semantics.md P33, T52). It is "" when all can.
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

// ListingFailed is a provider's failure to list, in Puppet's words.
func ListingFailed(err error) string {
	if nameless, ok := errors.AsType[*ral.NamelessError](err); ok {
		return fmt.Sprintf("No resource and no name in property hash in %s instance", nameless.Provider.Name)
	}
	return err.Error()
}
