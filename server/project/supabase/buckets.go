package supabase

import (
	"fmt"
	"maps"
	"math"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Bucket is [storage.buckets.NAME]: what the file does not say stays as it is, or has the
// storage API's default in a new bucket.
type Bucket struct {
	Name   string
	Public *bool
	// FileSizeLimit is in bytes; 0 where the file does not say.
	FileSizeLimit int64
	// AllowedMimeTypes are nil where the file does not say.
	AllowedMimeTypes []string
	// ObjectsPath is a file or a folder below supabase/, or an absolute path, whose files
	// the bucket has; "" for none.
	ObjectsPath string
}

// buckets reads those of [storage.buckets.NAME]. A name may have dots.
func (r *reader) buckets() {
	all, ok := r.settings["storage.buckets"].(map[string]any)
	if r.used["storage.buckets"] = true; !ok {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		section := "storage.buckets." + name
		settings, ok := all[name].(map[string]any)
		if !ok {
			r.refuse(section, "%v is not a table", all[name])
			continue
		}
		for key, value := range settings {
			r.settings[section+"."+key] = value
		}
		b := Bucket{Name: name}
		if _, set := settings["public"]; set {
			public := r.flag(section+".public", false)
			b.Public = &public
		}
		b.FileSizeLimit, _ = r.bytes(section + ".file_size_limit")
		b.AllowedMimeTypes, _ = r.list(section + ".allowed_mime_types")
		if objects, _ := r.text(section + ".objects_path"); objects != "" {
			if b.ObjectsPath = objects; !filepath.IsAbs(objects) {
				b.ObjectsPath = path.Clean(filepath.ToSlash(objects))
			}
		}
		r.c.Buckets = append(r.c.Buckets, b)
	}
}

// sizes are texts such as 50MiB, 50MB, 50m and 1.5 GB; all units are powers of 1024, as the
// CLI reads them.
var sizes = regexp.MustCompile(`^(\d+(?:\.\d+)?) ?([kmgtp]?)i?b?$`)

// bytes is a size, as a number or with a unit.
func (r *reader) bytes(name string) (int64, bool) {
	value, ok := r.value(name)
	if !ok {
		return 0, false
	}
	if m := sizes.FindStringSubmatch(strings.ToLower(fmt.Sprint(value))); m != nil {
		n, err := strconv.ParseFloat(m[1], 64)
		if n *= math.Pow(1024, float64(strings.Index(" kmgtp", m[2]))); err == nil && n < 1<<62 {
			return int64(n), true
		}
	}
	r.refuse(name, "%q is not a size such as 50MiB", fmt.Sprint(value))
	return 0, false
}
