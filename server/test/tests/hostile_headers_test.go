package tests

import (
	"encoding/base64"
	"encoding/json"
	"strings"
)

func (g generator) headers() []string {
	var list []string
	for _, rare := range []func() string{
		g.accept, g.prefer,
		func() string {
			return "Range: " + g.of([]string{"0-1", "1-0", "-5", "0-", "9223372036854775808-", "0-9223372036854775807", "5-5", "a-b", "items=0-1", g.header()})
		},
		func() string { return "Range-Unit: " + g.of([]string{"items", "bytes", g.header()}) },
		func() string {
			return g.of([]string{"Accept-Profile: ", "Content-Profile: "}) + g.of([]string{"hostile", "pg_catalog", "HOSTILE", g.header()})
		},
		func() string { return g.of([]string{"If-Match: ", "If-None-Match: "}) + g.tag() },
		func() string { return "Authorization: " + g.authorization() },
		func() string { return "Cookie: " + g.header() },
		func() string {
			return "Accept-Encoding: " + g.of([]string{"gzip", "gzip, br", "zstd", "identity;q=0", "*;q=0", g.header()})
		},
		func() string { return "Origin: " + g.of([]string{"null", "http://x", g.header()}) },
		func() string { return "X-HTTP-Method-Override: " + g.of([]string{"QUERY", "DELETE", g.header()}) },
		func() string { return "X-" + g.of([]string{"A", "Request-Id", "Forwarded-For"}) + ": " + g.header() },
		func() string {
			return "Expect: " + g.of([]string{"100-continue", "100-continue", "100-continue", "a miracle"})
		},
	} {
		if g.in(14) {
			list = append(list, rare())
		}
	}
	return list
}

// header is a value that net/http lets in, where it lets it in at all.
func (g generator) header() string { return onOneLine(g.malformed()) }

func onOneLine(text string) string {
	return strings.NewReplacer("\r", "", "\n", "", "\x00", "").Replace(text)
}

func (g generator) accept() string {
	kinds := g.times(3, func() string {
		kind := g.of([]string{
			"application/json", "text/csv", "*/*", "application/vnd.pgrst.object+json", "application/vnd.pgrst.object+json;nulls=stripped", "application/vnd.pgrst.array+json;nulls=stripped",
			"application/geo+json", "text/plain", "text/xml", "application/octet-stream", "application/openapi+json", "application/openapi+json;version=3.1", "application/vnd.hostile.note", "image/x-hostile",
			`application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|verbose|settings|buffers|wal`, `application/vnd.pgrst.plan; for="` + g.header() + `"; options=` + g.header(),
			`application/vnd.pgrst.plan+text; for="application/vnd.pgrst.plan"`, "application/vnd.pgrst", "text/*", g.header(),
		})
		return kind + g.of([]string{"", "", ";q=0", ";q=0.5", ";q=2", ";q=NaN", ";q=", "; charset=utf-8"})
	})
	return "Accept: " + strings.Join(kinds, ", ")
}

func (g generator) prefer() string {
	return "Prefer: " + strings.Join(g.times(4, func() string {
		return g.of([]string{
			"return=representation", "return=minimal", "return=headers-only", "count=exact", "count=planned", "count=estimated", "resolution=merge-duplicates", "resolution=ignore-duplicates",
			"missing=default", "missing=null", "handling=strict", "handling=lenient", "tx=rollback", "wait=1", "wait=5", "wait=0", "wait=-1", "wait=99999999999999999999", "wait=2147483", "wait=1.5",
			"max-affected=0", "max-affected=-1", "max-affected=9223372036854775808", "timezone=UTC", "timezone=-0", "timezone=+99:99", "timezone=1e9", "timezone=", "timezone=" + g.header(),
			"return=" + g.header(), g.header(), g.header() + "=" + g.header(),
		})
	}), g.of([]string{", ", ",", ";", ",,"}))
}

func (g generator) tag() string {
	return g.of([]string{"*", `"x"`, `W/"x"`, `"`, `""`, "W/", `"a", "b`, ",,,", `"` + strings.Repeat("0", 32) + `-a"`, `"` + strings.Repeat("f", 33), strings.Repeat(`"a",`, 200), g.header()})
}

// authorization is a token in no shape, or one that claims what it should not.
func (g generator) authorization() string {
	if g.in(2) && len(g.tokens) > 0 {
		return "Bearer " + g.of(g.tokens)
	}
	part := func() string {
		return base64.RawURLEncoding.EncodeToString([]byte(g.of([]string{`{"alg":"none"}`, `{"alg":"HS256"}`, `{"alg":"RS256","kid":"` + g.header() + `"}`, `{"alg":1}`, `{}`, `[]`, `{"role":"postgres"}`, `{"exp":1e999}`, g.malformed()})))
	}
	return g.of([]string{"Bearer ", "bearer ", "Basic ", "Bearer", ""}) + g.of([]string{
		part() + "." + part() + "." + part(), part() + "." + part() + ".", part(), "..", ".", g.header(), strings.Repeat("a.", 100), strings.Repeat("A", 5000),
	})
}

func (g generator) contentType() string {
	return onOneLine(g.some(
		[]string{"application/json", "application/json", "application/json", "application/json; charset=utf-8", "text/csv", "application/x-www-form-urlencoded"},
		"text/plain", "text/xml", "application/octet-stream", "application/vnd.pgrst.array+json", "multipart/form-data", "application/", "/",
	))
}

func (g generator) body(kind string, call bool) string {
	if !g.tame && g.in(5) {
		return g.malformed()
	}
	switch {
	case strings.HasPrefix(kind, "text/csv"):
		return g.csv()
	case strings.Contains(kind, "urlencoded"):
		return g.query(call)
	case strings.Contains(kind, "xml"):
		return g.of([]string{"<a/>", "<a>", "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY x 'y'><!ENTITY z '&x;&x;&x;'>]><a>&z;</a>", "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>", g.malformed()})
	}
	return g.damaged(g.rows())
}

func (g generator) csv() string {
	lines := g.times(4, func() string {
		return strings.Join(g.times(4, func() string {
			return g.of([]string{g.of(g.about), g.of(g.about), "NULL", "1", `"a,b"`, `"`, g.malformed()})
		}), ",")
	})
	return strings.Join(lines, g.of([]string{"\n", "\r\n", "\r"}))
}

// rows is an array of objects, or one, mostly of equal keys.
func (g generator) rows() string {
	keys := g.times(5, func() string { return g.of(g.about) })
	row := func() string {
		var members []string
		for _, key := range keys {
			members = append(members, quoted(key)+":"+g.json(3))
		}
		if !g.tame && g.in(6) {
			members = append(members, quoted(g.malformed())+":"+g.json(2))
		}
		return "{" + strings.Join(members, ",") + "}"
	}
	if g.in(2) {
		return row()
	}
	return "[" + strings.Join(g.times(3, row), ",") + "]"
}

func (g generator) json(depth int) string {
	switch n := g.IntN(8); {
	case n == 0 && depth > 0:
		return "[" + strings.Join(g.times(3, func() string { return g.json(depth - 1) }), ",") + "]"
	case n == 1 && depth > 0:
		return "{" + strings.Join(g.times(3, func() string { return quoted(g.malformed()) + ":" + g.json(depth-1) }), ",") + "}"
	case n == 2:
		return g.of([]string{"null", "true", "false", "0", "-0", "1", "1.5", "1e400", "-1e-400", "99999999999999999999", "12345678901", "1E+2"})
	case n == 3 && !g.tame:
		return g.of([]string{`"\u0000"`, `"\ud800"`, `"\udc00\ud800"`, `"\ud83d\ude00"`, `"\uFFFE"`, `"\x"`, "\"\xff\"", "\"\n\"", `"\/"`})
	}
	return quoted(g.malformed())
}

// quoted is text as JSON has it, however broken the text.
func quoted(text string) string {
	value, _ := json.Marshal(text) // a text always prints
	return string(value)
}

// damaged cuts, doubles or swaps a piece of a body now and then.
func (g generator) damaged(body string) string {
	if g.tame || !g.in(3) || body == "" {
		return body
	}
	at := g.IntN(len(body))
	return g.of([]string{body[:at], body[at:], body[:at] + g.malformed() + body[at:], body + body, body + ",", "\ufeff" + body, " \n" + body + "\x00"})
}
