// Package sidebyside shows the instances of several providers with the same name,
// side by side.
package sidebyside
