// Package effects collects the effects that the steps of a plan may have on later
// resources. The plan shows a later resource as unknown until the last of these steps.
package effects
