package tests

import (
	"encoding/base64"
	"encoding/json"
	"strings"
)

func (d generator) headers() []string {
	var list []string
	for _, rare := range []func() string{
		d.accept, d.prefer,
		func() string {
			return "Range: " + d.of([]string{"0-1", "1-0", "-5", "0-", "9223372036854775808-", "0-9223372036854775807", "5-5", "a-b", "items=0-1", d.header()})
		},
		func() string { return "Range-Unit: " + d.of([]string{"items", "bytes", d.header()}) },
		func() string {
			return d.of([]string{"Accept-Profile: ", "Content-Profile: "}) + d.of([]string{"hostile", "pg_catalog", "HOSTILE", d.header()})
		},
		func() string { return d.of([]string{"If-Match: ", "If-None-Match: "}) + d.tag() },
		func() string { return "Authorization: " + d.authorization() },
		func() string { return "Cookie: " + d.header() },
		func() string {
			return "Accept-Encoding: " + d.of([]string{"gzip", "gzip, br", "zstd", "identity;q=0", "*;q=0", d.header()})
		},
		func() string { return "Origin: " + d.of([]string{"null", "http://x", d.header()}) },
		func() string { return "X-HTTP-Method-Override: " + d.of([]string{"QUERY", "DELETE", d.header()}) },
		func() string { return "X-" + d.of([]string{"A", "Request-Id", "Forwarded-For"}) + ": " + d.header() },
		func() string {
			return "Expect: " + d.of([]string{"100-continue", "100-continue", "100-continue", "a miracle"})
		},
	} {
		if d.in(14) {
			list = append(list, rare())
		}
	}
	return list
}

// header is a value that net/http lets in, where it lets it in at all.
func (d generator) header() string { return onOneLine(d.malformed()) }

func onOneLine(text string) string {
	return strings.NewReplacer("\r", "", "\n", "", "\x00", "").Replace(text)
}

func (d generator) accept() string {
	kinds := d.times(3, func() string {
		kind := d.of([]string{
			"application/json", "text/csv", "*/*", "application/vnd.pgrst.object+json", "application/vnd.pgrst.object+json;nulls=stripped", "application/vnd.pgrst.array+json;nulls=stripped",
			"application/geo+json", "text/plain", "text/xml", "application/octet-stream", "application/openapi+json", "application/openapi+json;version=3.1", "application/vnd.hostile.note", "image/x-hostile",
			`application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|verbose|settings|buffers|wal`, `application/vnd.pgrst.plan; for="` + d.header() + `"; options=` + d.header(),
			`application/vnd.pgrst.plan+text; for="application/vnd.pgrst.plan"`, "application/vnd.pgrst", "text/*", d.header(),
		})
		return kind + d.of([]string{"", "", ";q=0", ";q=0.5", ";q=2", ";q=NaN", ";q=", "; charset=utf-8"})
	})
	return "Accept: " + strings.Join(kinds, ", ")
}

func (d generator) prefer() string {
	return "Prefer: " + strings.Join(d.times(4, func() string {
		return d.of([]string{
			"return=representation", "return=minimal", "return=headers-only", "count=exact", "count=planned", "count=estimated", "resolution=merge-duplicates", "resolution=ignore-duplicates",
			"missing=default", "missing=null", "handling=strict", "handling=lenient", "tx=rollback", "wait=1", "wait=5", "wait=0", "wait=-1", "wait=99999999999999999999", "wait=2147483", "wait=1.5",
			"max-affected=0", "max-affected=-1", "max-affected=9223372036854775808", "timezone=UTC", "timezone=-0", "timezone=+99:99", "timezone=1e9", "timezone=", "timezone=" + d.header(),
			"return=" + d.header(), d.header(), d.header() + "=" + d.header(),
		})
	}), d.of([]string{", ", ",", ";", ",,"}))
}

func (d generator) tag() string {
	return d.of([]string{"*", `"x"`, `W/"x"`, `"`, `""`, "W/", `"a", "b`, ",,,", `"` + strings.Repeat("0", 32) + `-a"`, `"` + strings.Repeat("f", 33), strings.Repeat(`"a",`, 200), d.header()})
}

// authorization is a token in no shape, or one that claims what it should not.
func (d generator) authorization() string {
	if d.in(2) && len(d.tokens) > 0 {
		return "Bearer " + d.of(d.tokens)
	}
	part := func() string {
		return base64.RawURLEncoding.EncodeToString([]byte(d.of([]string{`{"alg":"none"}`, `{"alg":"HS256"}`, `{"alg":"RS256","kid":"` + d.header() + `"}`, `{"alg":1}`, `{}`, `[]`, `{"role":"postgres"}`, `{"exp":1e999}`, d.malformed()})))
	}
	return d.of([]string{"Bearer ", "bearer ", "Basic ", "Bearer", ""}) + d.of([]string{
		part() + "." + part() + "." + part(), part() + "." + part() + ".", part(), "..", ".", d.header(), strings.Repeat("a.", 100), strings.Repeat("A", 5000),
	})
}

func (d generator) contentType() string {
	return onOneLine(d.some(
		[]string{"application/json", "application/json", "application/json", "application/json; charset=utf-8", "text/csv", "application/x-www-form-urlencoded"},
		"text/plain", "text/xml", "application/octet-stream", "application/vnd.pgrst.array+json", "multipart/form-data", "application/", "/",
	))
}

func (d generator) body(kind string, call bool) string {
	if !d.tame && d.in(5) {
		return d.malformed()
	}
	switch {
	case strings.HasPrefix(kind, "text/csv"):
		return d.csv()
	case strings.Contains(kind, "urlencoded"):
		return d.query(call)
	case strings.Contains(kind, "xml"):
		return d.of([]string{"<a/>", "<a>", "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY x 'y'><!ENTITY z '&x;&x;&x;'>]><a>&z;</a>", "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>", d.malformed()})
	}
	return d.damaged(d.rows())
}

func (d generator) csv() string {
	lines := d.times(4, func() string {
		return strings.Join(d.times(4, func() string {
			return d.of([]string{d.of(d.about), d.of(d.about), "NULL", "1", `"a,b"`, `"`, d.malformed()})
		}), ",")
	})
	return strings.Join(lines, d.of([]string{"\n", "\r\n", "\r"}))
}

// rows is an array of objects, or one, mostly of equal keys.
func (d generator) rows() string {
	keys := d.times(5, func() string { return d.of(d.about) })
	row := func() string {
		var members []string
		for _, key := range keys {
			members = append(members, quoted(key)+":"+d.json(3))
		}
		if !d.tame && d.in(6) {
			members = append(members, quoted(d.malformed())+":"+d.json(2))
		}
		return "{" + strings.Join(members, ",") + "}"
	}
	if d.in(2) {
		return row()
	}
	return "[" + strings.Join(d.times(3, row), ",") + "]"
}

func (d generator) json(depth int) string {
	switch n := d.IntN(8); {
	case n == 0 && depth > 0:
		return "[" + strings.Join(d.times(3, func() string { return d.json(depth - 1) }), ",") + "]"
	case n == 1 && depth > 0:
		return "{" + strings.Join(d.times(3, func() string { return quoted(d.malformed()) + ":" + d.json(depth-1) }), ",") + "}"
	case n == 2:
		return d.of([]string{"null", "true", "false", "0", "-0", "1", "1.5", "1e400", "-1e-400", "99999999999999999999", "12345678901", "1E+2"})
	case n == 3 && !d.tame:
		return d.of([]string{`"\u0000"`, `"\ud800"`, `"\udc00\ud800"`, `"\ud83d\ude00"`, `"\uFFFE"`, `"\x"`, "\"\xff\"", "\"\n\"", `"\/"`})
	}
	return quoted(d.malformed())
}

// quoted is text as JSON has it, however broken the text.
func quoted(text string) string {
	value, _ := json.Marshal(text) // a text always prints
	return string(value)
}

// damaged cuts, doubles or swaps a piece of a body now and then.
func (d generator) damaged(body string) string {
	if d.tame || !d.in(3) || body == "" {
		return body
	}
	at := d.IntN(len(body))
	return d.of([]string{body[:at], body[at:], body[:at] + d.malformed() + body[at:], body + body, body + ",", "\ufeff" + body, " \n" + body + "\x00"})
}
