// Package client carries the built site. It refuses nothing: without a build, Dist holds only .gitkeep
// and the server says so in words.
package client

import "embed"

// Dist is the output of `npm run build`, rooted at "dist": index.html, admin.html, hashed assets and public files.
//
//go:embed all:dist
var Dist embed.FS
