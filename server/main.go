// Toubkal with this repository's project: the mountaineer's site. Run `toubkal
// help` for the commands. The engine alone is server/cmd/toubkal.
package main

import (
	"github.com/toubkal/toubkal/client/site"
	"github.com/toubkal/toubkal/server/app"
)

func main() { app.Main(site.Project()) }
