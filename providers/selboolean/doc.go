// Package selboolean implements the type selboolean: the booleans of the
// SELinux policy.
//
// The only provider, getsetsebool, reads with getsebool(8), all booleans with
// one command in a listing, and sets with setsebool(8). It is suitable if the
// kernel has SELinux enabled. A boolean can only be turned on or off; a name
// that the policy lacks is an error. Output without any valid line is an error
// too. With persistent, setsebool writes the policy, which takes some seconds.
package selboolean
