// Package welcome leads somebody who is new through a sample host, in five lessons.
package welcome
