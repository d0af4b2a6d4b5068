package fault

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

func TestStatusOf(t *testing.T) {
	t.Parallel()
	// PostgREST's table: https://postgrest.org/en/stable/references/errors.html
	for code, want := range map[string]int{
		RestNoConnection: 503, RestNoSchemaCache: 503, RestPoolTimeout: 504, RestBadQuery: 400,
		RestBadRPCMethod: 405, RestBadBody: 400, RestBadRange: 416, RestBadPut: 405, RestBadSchema: 406, RestBadMedia: 406,
		RestNotEmbedded: 400, RestBadHeadersGUC: 500, RestPutLimited: 400, RestNotSingular: 406, RestBadMethod: 405,
		RestBadRaise: 500, RestBadPreference: 400, RestMaxAffected: 400, RestBadPath: 404,
		RestNoRelationship: 400, RestAmbiguousEmbed: 300, RestNoFunction: 404, RestAmbiguousCall: 300, RestNoColumn: 400,
		RestNoTable: 404, RestNoSecret: 500, RestBadToken: 401, RestAnonymousRefused: 401, RestBadClaims: 401,
		AuthInvalidCredentials: 400, AuthBadJWT: 403, AuthNoAuthorization: 401, AuthEmailExists: 422, AuthWeakPassword: 422,
		Internal: 500, TooMany: 429, TooLarge: 413, "23514": 400,
	} {
		if got := StatusOf(code); got != want {
			t.Errorf("StatusOf(%s) = %d, want %d", code, got, want)
		}
	}
}

func TestEveryListedStatusIsARefusal(t *testing.T) {
	t.Parallel()
	for code, status := range statuses {
		if status < 300 || http.StatusText(status) == "" {
			t.Errorf("%s has status %d", code, status)
		}
	}
}

func TestAsFindsTheFaultAndHidesTheRest(t *testing.T) {
	t.Parallel()
	refused := New(RestNoTable, "no such table").WithHint("try another").WithHeader("X-Why", "test")
	if got := As(fmt.Errorf("while reading: %w", refused)); got != refused {
		t.Errorf("As lost the fault: %v", got)
	}
	cause := errors.New("password=hush")
	internal := As(cause)
	if internal.Status != http.StatusInternalServerError || strings.Contains(internal.Error(), "hush") {
		t.Errorf("an internal error reads %q with %d", internal, internal.Status)
	}
	if !errors.Is(internal, cause) {
		t.Error("the log lost the cause")
	}
}
