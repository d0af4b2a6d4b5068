// Package docs has the pages that the program serves.
package docs

import "embed"

// Files are the pages on what goes wrong with policies, as policies/NAME.md.
//
//go:embed policies/*.md
var Files embed.FS
