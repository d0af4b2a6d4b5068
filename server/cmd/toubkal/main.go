// Toubkal, the engine alone: it serves the project in the current folder, or in
// the one that --project or TOUBKAL_PROJECT names. Run `toubkal help` for the
// commands.
package main

import (
	"github.com/toubkal/toubkal/server/app"
	"github.com/toubkal/toubkal/server/project"
)

func main() { app.Main(project.Project{}) }
