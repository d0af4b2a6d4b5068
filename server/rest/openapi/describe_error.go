package openapi

import (
	"strconv"
	"strings"

	"github.com/toubkal/toubkal/server/fault"
)

// refusal is the answer that every operation may give.
var refusal = ref("responses", "api.refused")

var refused = object{
	{"description", "The request was refused, and nothing was changed."},
	{"headers", object{{"Proxy-Status", ref("headers", "proxyStatus")}}},
	{"content", object{{jsonMedia, object{{"schema", ref("schemas", "api.error")}}}}},
}

var headers = object{
	{"contentRange", object{
		{"description", "Which rows these are, and of how many where that was asked for: `0-9/15`, `0-9/*`, `*/0`."},
		{"schema", text},
	}},
	{"contentLocation", object{{"description", "Of a read: its path, and its query in alphabetical order."}, {"schema", text}}},
	{"location", object{{"description", "Of one new row, with `return=headers-only`: its path and query."}, {"schema", text}}},
	{"preferenceApplied", object{{"description", "Which of the preferences were honoured (RFC 7240)."}, {"schema", text}}},
	{"etag", object{{"description", "Names these rows as they are, for If-None-Match and If-Match (RFC 9110)."}, {"schema", text}}},
	{"proxyStatus", object{{"description", "The code of the error, where there is no body to have it (RFC 9209)."}, {"schema", text}}},
}

// failure is the schema of a refusal. An operator may leave details and hint out
// (client-error-verbosity).
var failure = object{
	{"type", "object"},
	{"description", "Why a request was refused."},
	{"properties", object{
		{"code", object{{"type", "string"}, {"description", codes()}}},
		{"message", object{{"type", "string"}, {"description", "What happened."}}},
		{"details", object{{"description", "What exactly was wrong: text, or a list of what was found; null for nothing to add."}}},
		{"request", object{{"type", "integer"}, {"description", "Of a batch: which request was refused, counted from 0."}}},
		{"hint", object{{"type", []string{"string", "null"}}, {"description", "What to do about it."}}},
	}},
	{"required", []string{"code", "message"}},
}

// meanings says what each code of the table API stands for.
var meanings = []struct{ code, meaning string }{
	{fault.RestNoConnection, "there is no connection to the database"},
	{fault.RestConnectionLost, "the connection to the database was lost"},
	{fault.RestNoSchemaCache, "what exists is not known yet"},
	{fault.RestPoolTimeout, "no connection was free in time"},
	{fault.RestBadQuery, "a parameter of the query cannot be read"},
	{fault.RestBadRPCMethod, "a function is called by GET, HEAD or POST only"},
	{fault.RestBadBody, "the body cannot be read"},
	{fault.RestBadRange, "the rows asked for are past the last one"},
	{fault.RestBadPut, "PUT needs the whole primary key as its filter"},
	{fault.RestBadSchema, "the schema is not exposed"},
	{fault.RestBadMedia, "no media type that is accepted can be made"},
	{fault.RestNotEmbedded, "a filter names an embed that is not selected"},
	{fault.RestBadHeadersGUC, "a function set response.headers to what cannot be read"},
	{fault.RestBadStatusGUC, "a function set response.status to no status"},
	{fault.RestPutLimited, "PUT takes neither limit nor offset"},
	{fault.RestPutMismatch, "the body of PUT has another key than its filter"},
	{fault.RestNotSingular, "one row was asked for, and there are none or more"},
	{fault.RestBadMethod, "the method is not known"},
	{fault.RestRelatedOrder, "rows can be sorted only by an embed that is one row"},
	{fault.RestEmbedFilter, "an embed can be compared with null only"},
	{fault.RestBadRaise, "a function raised PGRST with what cannot be read"},
	{fault.RestBadPreference, "a preference is not known, and handling is strict"},
	{fault.RestNoAggregates, "aggregates are not allowed"},
	{fault.RestMaxAffected, "more rows would change than max-affected allows"},
	{fault.RestBadPath, "the path leads nowhere"},
	{fault.RestNoOpenAPI, "the API does not describe itself"},
	{fault.RestNotImplemented, "this is not supported"},
	{fault.RestMaxAffectedRPC, "max-affected needs a function that returns rows"},
	{fault.RestNoRelationship, "the tables are not related"},
	{fault.RestAmbiguousEmbed, "the tables are related in several ways"},
	{fault.RestNoFunction, "there is no such function"},
	{fault.RestAmbiguousCall, "several functions would do"},
	{fault.RestNoColumn, "there is no such column"},
	{fault.RestNoTable, "there is no such table"},
	{fault.RestNoSecret, "no key to verify tokens is configured"},
	{fault.RestBadToken, "the token cannot be verified"},
	{fault.RestAnonymousRefused, "a token is needed"},
	{fault.RestBadClaims, "the token is out of date, or meant for others"},
	{fault.PreconditionFailed, "the rows are not as If-Match or If-None-Match has them"},
	{fault.BadBatch, "the batch is not a list of requests"},
}

// codes lists the codes with their statuses, as Markdown.
func codes() string {
	var b strings.Builder
	b.WriteString("A code of the table API, or the SQLSTATE of PostgreSQL.\n")
	for _, known := range meanings {
		b.WriteString("\n- `" + known.code + "` (" + strconv.Itoa(fault.StatusOf(known.code)) + "): " + known.meaning)
	}
	return b.String()
}
