package openapi

import (
	"bytes"
	"slices"
	"strings"

	"github.com/toubkal/toubkal/server/catalog"
)

// function has the ways to call a function, whatever its overloads take: POST,
// and GET unless it may write.
func (d describer) function(overloads []*catalog.Function) object {
	var reads []*catalog.Function
	for _, f := range overloads {
		_, wholeBody := f.Single()
		if f.Volatility != catalog.Volatile && !wholeBody {
			reads = append(reads, f)
		}
	}
	var item object
	if len(reads) > 0 {
		parameters := append(d.arguments(reads), d.profile("acceptProfile", d.shaping(reads)...)...)
		item = item.with("get", d.calling("read", reads).with("parameters", parameters).with("responses", d.results(reads)))
	}
	post := d.calling("call", overloads).with("parameters", d.profile("contentProfile", d.shaping(overloads)...))
	return item.with("post", post.part("requestBody", d.argumentBody(overloads)).with("responses", d.results(overloads)))
}

func (d describer) calling(verb string, overloads []*catalog.Function) object {
	f := overloads[0]
	summary, description := splitComment(f.Comment)
	if summary == "" {
		summary = "Call " + f.Name.Name
	}
	return object{
		{"operationId", verb + "_" + slug(f.Name.Name)},
		{"tags", []string{callTag}},
		{"summary", summary},
	}.text("description", description)
}

// shaping are the parameters that choose among the rows of a result.
func (d describer) shaping(overloads []*catalog.Function) []string {
	taken := func(name string) bool {
		return slices.ContainsFunc(overloads, func(f *catalog.Function) bool {
			return slices.ContainsFunc(f.Args, func(arg catalog.Arg) bool { return arg.Name == name })
		})
	}
	names := []string{"preferCall"}
	if !slices.ContainsFunc(overloads, func(f *catalog.Function) bool { return f.Returns.Composite }) {
		return names
	}
	for _, name := range []string{"select", "order", "limit", "offset"} {
		if !taken(name) {
			names = append(names, name)
		}
	}
	return names
}

// arguments are the parameters of a GET. One that some overload does without is optional.
func (d describer) arguments(overloads []*catalog.Function) []object {
	var names []string
	needed, described := map[string]int{}, map[string]object{}
	for _, f := range overloads {
		for _, arg := range f.Args {
			if described[arg.Name] == nil {
				names = append(names, arg.Name)
				described[arg.Name] = d.argument(arg)
			}
			if arg.Required {
				needed[arg.Name]++
			}
		}
	}
	list := make([]object, len(names))
	for i, name := range names {
		list[i] = described[name].with("required", needed[name] == len(overloads))
	}
	return list
}

// argument is one in a URL: a variadic one is repeated, an array is written as
// PostgreSQL does, {1,2}, and so is JSON.
func (d describer) argument(arg catalog.Arg) object {
	o := object{{"name", arg.Name}, {"in", "query"}}.text("x-postgresql-type", arg.Type)
	schema := d.value(arg.TypeName, arg.Array)
	switch {
	case arg.Variadic:
		return append(o, object{{"style", "form"}, {"explode", true}, {"schema", schema}}...)
	case arg.Array || len(schema) == 0:
		schema = text
	}
	return o.with("schema", schema)
}

// argumentBody is the body of a POST: an object of the arguments, or the one
// argument that has no name. No arguments need no body.
func (d describer) argumentBody(overloads []*catalog.Function) object {
	var bodies alternatives
	required, named := true, false
	for _, f := range overloads {
		required = required && len(f.Args) > 0
		kind, whole := f.Single()
		named = named || !whole && len(f.Args) > 0
		if whole {
			bodies.add(bodyMedia(kind), d.value(f.Args[0].TypeName, false))
		} else {
			bodies.add(jsonMedia, d.argumentObject(f))
		}
	}
	if !named && !required {
		return nil
	}
	return object{{"required", required}, {"content", bodies.content()}}
}

func bodyMedia(kind string) string {
	switch kind {
	case "text":
		return "text/plain"
	case "xml":
		return "text/xml"
	case "bytea":
		return "application/octet-stream"
	}
	return jsonMedia
}

func (d describer) argumentObject(f *catalog.Function) object {
	var properties object
	var required []string
	for _, arg := range f.Args {
		schema := slices.Clip(d.value(arg.TypeName, arg.Array)).text("x-postgresql-type", arg.Type)
		properties = properties.with(arg.Name, schema)
		if arg.Required {
			required = append(required, arg.Name)
		}
	}
	return object{{"type", "object"}}.part("properties", properties).list("required", required)
}

// results are the answers of all overloads, by media type.
func (d describer) results(overloads []*catalog.Function) object {
	var responses object
	var values alternatives
	void := false
	for _, f := range overloads {
		switch {
		case f.Returns.Void:
			void = true
		case strings.Contains(f.Returns.Domain.Name, "/"):
			values.add(f.Returns.Domain.Name, object{})
		default:
			values.add(jsonMedia, d.result(f.Returns))
		}
	}
	if content := values.content(); content != nil {
		responses = responses.with("200", object{{"description", "What the function returns."}, {"content", content}})
	}
	if void {
		responses = responses.with("204", object{{"description", "Done."}})
	}
	return responses.with("default", refusal)
}

// alternatives are the schemas that a body may have, by media type.
type alternatives []struct {
	media   string
	schemas []object
}

// add adds a schema, unless it is there already.
func (a *alternatives) add(media string, schema object) {
	same := func(other object) bool { return bytes.Equal(other.append(nil), schema.append(nil)) }
	for i := range *a {
		if known := &(*a)[i]; known.media == media {
			if !slices.ContainsFunc(known.schemas, same) {
				known.schemas = append(known.schemas, schema)
			}
			return
		}
	}
	*a = append(*a, struct {
		media   string
		schemas []object
	}{media, []object{schema}})
}

// content is one schema for each media type.
func (a alternatives) content() object {
	var content object
	for _, known := range a {
		schema := known.schemas[0]
		if len(known.schemas) > 1 {
			schema = object{{"anyOf", known.schemas}}
		}
		content = content.with(known.media, object{{"schema", schema}})
	}
	return content
}

// result is the schema of a function's result.
func (d describer) result(r catalog.Returns) object {
	schema := d.single(r.Element)
	switch {
	case r.Columns != nil:
		schema = d.read(&catalog.Table{Columns: r.Columns}, every)
	case r.Composite:
		if schema = d.row(r.Type); schema == nil {
			schema = object{{"type", "object"}}
		}
	case r.Array:
		schema = object{{"type", "array"}, {"items", schema}}
	}
	if r.Set {
		return object{{"type", "array"}, {"items", schema}}
	}
	return schema
}
