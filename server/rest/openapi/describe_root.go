package openapi

// root has what is at the path of the API itself: the document, and the batch.
var root = object{
	{"get", object{
		{"operationId", "describe"},
		{"summary", "This document"},
		{"description", "Without a version in Accept it is OpenAPI 2.0."},
		{"responses", object{
			{"200", object{{"description", "What the caller may do."}, {"content", object{
				{"application/openapi+json", object{{"schema", object{{"type", "object"}}}}},
			}}}},
			{"default", refusal},
		}},
	}},
	{"post", object{
		{"operationId", "batch"},
		{"summary", "Several requests in one transaction"},
		{"description", "All of them or none, in their order, and each sees what those before it did. The first that is refused is the answer, and `request` says which it was, counted from 0."},
		{"requestBody", object{{"required", true}, {"content", object{
			{jsonMedia, object{{"schema", object{
				{"type", "array"}, {"minItems", 1}, {"maxItems", 100}, {"items", batched},
			}}}},
		}}}},
		{"responses", object{
			{"200", object{{"description", "The answers, in the order of the requests."}, {"content", object{
				{jsonMedia, object{{"schema", object{{"type", "array"}, {"items", answered}}}}},
			}}}},
			{"default", refusal},
		}},
	}},
}

var headerFields = object{{"type", "object"}, {"additionalProperties", text}}

// batched is one request of a batch.
var batched = object{
	{"type", "object"},
	{"additionalProperties", false},
	{"properties", object{
		{"method", object{{"type", "string"}, {"examples", []string{"POST"}}}},
		{"path", object{{"type", "string"}, {"description", "From here on, with the query."}, {"examples", []string{"/table?id=eq.1"}}}},
		{"headers", headerFields},
		{"body", object{{"description", "JSON as it is; any other type as text."}}},
	}},
	{"required", []string{"method", "path"}},
}

// answered is the answer to one request of a batch.
var answered = object{
	{"type", "object"},
	{"properties", object{
		{"status", object{{"type", "integer"}}},
		{"headers", headerFields},
		{"body", object{{"description", "JSON as it is; any other type as text."}}},
		{"encoding", object{{"description", "Of bytes that are no text."}, {"type", "string"}, {"enum", []string{"base64"}}}},
	}},
	{"required", []string{"status", "headers", "body"}},
}
