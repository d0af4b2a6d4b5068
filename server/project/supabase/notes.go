package supabase

import (
	"fmt"
	"slices"
	"strings"
)

// silent are sections of other programs of a Supabase installation.
var silent = []string{
	"db.shadow_port", "db.orioledb_version", "db.root_key", "db.pooler.", "studio.", "local_smtp.", "inbucket.", "edge_runtime.", "analytics.",
	"storage.analytics.", "storage.vector.", "experimental.", "functions.", "db.major_version", "db.health_timeout",
	"realtime.ip_version", "realtime.max_header_length", "storage.image_transformation.enabled", "storage.s3_protocol.enabled",
}

// known are settings of the CLI that do not apply here, with the default of its
// template: they are named where they differ from it.
var known = map[string]any{
	"auth.jwt_issuer": nil, "auth.external_url": nil,
	"auth.refresh_token_reuse_interval_seconds": nil, "auth.email.enable_signup": true, "auth.email.enabled": true,
	"db.migrations.schema_paths": nil, "api.tls.enabled": false,
}

// families are known sections whose settings have no default of note.
var families = []string{
	"auth.rate_limit.", "auth.email.template.", "auth.email.notification.", "auth.sms.", "auth.mfa.", "auth.external.", "auth.third_party.",
	"auth.web3.", "auth.oauth_server.", "auth.hook.", "auth.captcha.", "db.settings.", "db.network_restrictions.", "db.ssl_enforcement.", "api.tls.",
}

// notes names the settings that do not apply and the unknown ones, in a line each.
func (r *reader) notes() {
	var ignored, unknown []string
	for name, value := range r.settings {
		absent, isKnown := known[name]
		switch {
		case r.used[name] || hasPrefix(name, silent) || r.isMissing(name):
		case strings.HasPrefix(name, "remotes."): // of a hosted project, named once
			remote, _, _ := strings.Cut(strings.TrimPrefix(name, "remotes."), ".")
			ignored = append(ignored, "remotes."+remote)
		case isKnown:
			if list, isList := value.([]any); absent != scalar(value) && !(isList && len(list) == 0) {
				ignored = append(ignored, name)
			}
		case hasPrefix(name, families):
			if !r.disabled(name) && !strings.HasPrefix(name, "auth.rate_limit.") {
				ignored = append(ignored, name)
			}
		default:
			unknown = append(unknown, name)
		}
	}
	note := func(what string, names []string, why string) {
		if len(names) > 0 {
			slices.Sort(names)
			r.c.Notes = append(r.c.Notes, fmt.Sprintf("config.toml: %s %s%s", what, strings.Join(slices.Compact(names), ", "), why))
		}
	}
	note("enabled but not supported yet:", r.missing, "")
	note("ignored", ignored, " (docs/supabase-differences.md)")
	note("unknown settings ignored:", unknown, "")
}

// scalar is a value that == takes.
func scalar(value any) any {
	switch value.(type) {
	case string, bool, int64, float64:
		return value
	}
	return fmt.Sprint(value)
}

func hasPrefix(name string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

func (r *reader) isMissing(name string) bool {
	return slices.ContainsFunc(r.missing, func(section string) bool { return strings.HasPrefix(name, section+".") })
}

// disabled tells whether a setting belongs to a section that is turned off, such
// as [auth.external.apple] enabled = false.
func (r *reader) disabled(name string) bool {
	for section, _, found := cutLast(name, "."); found; section, _, found = cutLast(section, ".") {
		if enabled, isBool := r.settings[section+".enabled"].(bool); isBool && !enabled {
			return true
		}
		for _, last := range []string{"enroll_enabled", "verify_enabled"} {
			if enabled, isBool := r.settings[section+"."+last].(bool); isBool && !enabled {
				return true
			}
		}
	}
	return false
}
