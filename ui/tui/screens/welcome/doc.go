// Package welcome guides a new user through a sample host in five lessons.
package welcome
