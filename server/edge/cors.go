package edge

import (
	"net/http"

	rscors "github.com/rs/cors"
)

// exposed is what scripts on another origin may read: PostgREST's list and the
// headers that supabase-js looks for.
var exposed = []string{
	"Content-Encoding", "Content-Location", "Content-Range", "Content-Type", "Date", "Location", "Server",
	"Transfer-Encoding", "Range-Unit", "ETag", "Link", "X-Total-Count", "X-Relay-Error", "X-Supabase-Api-Version",
	"X-Sb-Error-Code", requestIDHeader,
}

// cors allows every origin: the api key is no secret and rights come from the
// token, which a browser never sends by itself. A preflight (OPTIONS with
// Origin and Access-Control-Request-Method) is answered here; any other OPTIONS
// goes on, since the table API answers it with what a table allows.
func cors() Layer {
	return rscors.New(rscors.Options{
		AllowedOrigins: []string{"*"},
		AllowedHeaders: []string{"*"},
		ExposedHeaders: exposed,
		AllowedMethods: []string{
			http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut,
			http.MethodPatch, http.MethodDelete, http.MethodOptions,
		},
		MaxAge: 86400, // seconds; PostgREST's value
	}).Handler
}
