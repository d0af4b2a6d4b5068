package plan_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/plan"
)

// TestTargetNames: an embed that has an alias answers to its table's name too,
// with one warning for all such names, until the operator says otherwise.
func TestTargetNames(t *testing.T) {
	t.Parallel()
	const line = "GET /books?select=by:authors(name),lent:readers(name)&authors.name=eq.a&readers.order=name&authors.limit=1"
	warned := mustDecide(t, line, "")
	want := []string{"Embedded resource was referenced by relation name even though it has an alias. " +
		"This is deprecated and will stop working in a future release. " +
		"Update `authors` to `by`, `readers` to `lent` in query string filters, orders or limits."}
	if len(warned.Warnings) != 1 || !strings.Contains(warned.Warnings[0], "`authors` to `by`") || !strings.Contains(warned.Warnings[0], "`readers` to `lent`") {
		t.Errorf("warnings: got %q, want %q", warned.Warnings, want)
	}
	if aliased := mustDecide(t, "GET /books?select=by:authors(name)&by.name=eq.a", ""); aliased.Warnings != nil {
		t.Errorf("by alias: got the warnings %q, want none", aliased.Warnings)
	}
	_, err := decide(t, plan.Options{StrictTargets: true}, "GET /books?select=by:authors(name)&authors.name=eq.a", "")
	refused := fault.Fault{
		Code: fault.RestNotEmbedded, Status: 400, Message: "'authors' is not an embedded resource in this request",
		Details: "Target names are not allowed in filters if they have an alias",
		Hint:    "Change 'authors' to 'by' in filters, orders or limits.",
	}
	if got := fault.As(err); got.Code != refused.Code || got.Status != refused.Status || got.Message != refused.Message ||
		!cmp.Equal(got.Details, refused.Details) || got.Hint != refused.Hint {
		t.Errorf("strict: got %+v, want %+v", got, refused)
	}
}

// TestPutFilters: a PUT that names no row is refused as such before its columns
// are looked at, and columns= does not narrow the row that it writes.
func TestPutFilters(t *testing.T) {
	t.Parallel()
	_, err := decide(t, plan.Options{}, "PUT /authors", `{"nobody":1}`)
	if got := fault.As(err).Code; got != fault.RestBadPut {
		t.Errorf("without filters: got %s, want %s", got, fault.RestBadPut)
	}
	whole := mustDecide(t, "PUT /authors?id=eq.1&columns=id", `{"id":1,"name":"A"}`)
	if cells := whole.Action.(plan.Write).Cells; len(cells) != 2 {
		t.Errorf("with columns=: got the cells %v, want both of the body", cells)
	}
}
