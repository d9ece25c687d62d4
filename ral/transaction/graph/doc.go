// Package graph orders the resources of a run by their relationships.
//
// A Graph has a Vertex for each resource, and two for a container: a class, a stage or a
// defined type. Sorted returns the order of the run, or a CycleError. During the run,
// Ready and Finish yield the vertices whose dependencies are done; vertices and edges can
// still be added.
package graph
