package command

import (
	"context"

	"github.com/spf13/cobra"

	"ralsh/ral"
)

// CompleteTypes completes the name of a type.
func (a *App) CompleteTypes(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []string
	for _, t := range a.RegistryWithModules().Types() {
		names = append(names, t.Name+"\t"+t.Summary)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// RegistryWithModules returns the types for completion, including the types of modules. It
// does not print errors in modules, because the output is part of the command
// line.
func (a *App) RegistryWithModules() *ral.Registry {
	a.Quiet = true
	if s, err := a.Session(context.Background()); err == nil {
		return s.Env.Registry
	}
	return a.Registry
}

// AttrNames returns the names of attributes.
func AttrNames(attrs []*ral.Attribute) []string {
	var names []string
	for _, a := range attrs {
		names = append(names, a.Name)
	}
	return names
}

// ProviderNames returns the names of the providers of a type.
func ProviderNames(t *ral.Type) []string {
	var names []string
	for _, p := range t.Providers() {
		names = append(names, p.Name)
	}
	return names
}
