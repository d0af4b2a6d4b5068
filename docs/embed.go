// Package docs has the pages of this folder, for the program to serve and to search.
package docs

import "embed"

// Files are the pages, as NAME.md, and those on what goes wrong with policies, as policies/NAME.md.
//
//go:embed *.md policies/*.md
var Files embed.FS
