package rest_test

import "testing"

// TestRefusals: what PostgreSQL refuses reads as it does behind PostgREST, whose
// parameters have no type until PostgreSQL gives them one.
func TestRefusals(t *testing.T) {
	t.Parallel()
	setup(t).run([]testCase{
		{
			name: "a key of a text", line: "GET /climbers?select=facts->>shoe->>size", status: 404,
			want: `{"code":"42883","details":null,"hint":"No operator matches the given name and argument types. You might need to add explicit type casts.","message":"operator does not exist: text ->> unknown"}`,
		},
	})
}
