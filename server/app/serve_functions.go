package app

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/toubkal/toubkal/server/functions"
)

// refuseTypeScript answers for the TypeScript functions of a Supabase folder that have none of the same name in Go, and
// notes which.
func (p *program) refuseTypeScript(called map[string]functions.Function) {
	var refused []string
	for _, name := range p.Supabase.Functions {
		if _, inGo := called[name]; inGo {
			continue
		}
		refused = append(refused, name)
		called[name] = functions.Function{Public: true, Handle: func(http.ResponseWriter, *http.Request, *functions.Call) error {
			return functions.Refuse(http.StatusNotImplemented, "Functions in TypeScript are not run by this server.")
		}}
	}
	if len(refused) > 0 {
		p.Supabase.Notes = append(p.Supabase.Notes, fmt.Sprintf("functions: %d in TypeScript, not run (%s)", len(refused), strings.Join(refused, ", ")))
	}
}
