package files_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/toubkal/toubkal/server/storage/files"
)

// check gives what Check finds: names of objects, and "bytes" with their number.
func (b *bench) check() (found map[string]files.Finding) {
	b.t.Helper()
	found = map[string]files.Finding{}
	err := b.Check(b.t.Context(), func(o files.Finding) error {
		found[o.Name+o.Key] = o
		return nil
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return found
}

func key(version string) string { return "v/" + version[:2] + "/" + version }

func TestCheckFindsWhatHasNoCounterpart(t *testing.T) {
	each(t, files.Options{Grace: time.Nanosecond}, func(t *testing.T, b *bench) {
		versions := map[string]string{}
		for _, name := range []string{"kept", "copied", "lost", "unregistered", "truncated"} {
			w := b.write(name)
			versions[name] = w.Version
			if err := b.publish(name, "", w); err != nil {
				t.Fatal(err)
			}
		}
		b.exec(`insert into storage.objects (bucket_id, name, version) select bucket_id, 'copy', version from storage.objects where name = 'copied'`)
		b.exec(`insert into storage.objects (bucket_id, name, version) values ('photos', 'of a dump', '../../x'), ('photos', 'null', null)`)
		pending := b.write("pending")
		stray := key(uuid.NewString())
		unfinished := key(versions["kept"]) + ".ABC.tmp"
		for _, name := range []string{stray, unfinished} {
			if _, err := b.Bytes.Write(t.Context(), name, strings.NewReader("stray")); err != nil {
				t.Fatal(err)
			}
		}
		if err := b.Bytes.Delete(t.Context(), key(versions["lost"])); err != nil {
			t.Fatal(err)
		}
		// a dump without the schema toubkal_storage: the object can be read
		b.exec(`delete from toubkal_storage.files where version = $1`, versions["unregistered"])
		// as truncate does
		b.exec(`do $$ begin perform set_config('session_replication_role', 'replica', true); delete from storage.objects where name = 'truncated'; end $$`)

		found := b.check()
		truncated := key(versions["truncated"])
		want := []string{"lost", "of a dump", "null", stray, unfinished, truncated}
		slices.Sort(want)
		if got := slices.Sorted(maps.Keys(found)); !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		if o := found["lost"]; o.Size != 4 || o.Bucket != "photos" || o.Version != versions["lost"] {
			t.Errorf("the object without bytes: %+v", o)
		}
		if found[stray].Size != 5 {
			t.Errorf("the bytes without an object: %+v", found[stray])
		}
		if err := b.Delete(t.Context(), found["lost"]); err == nil {
			t.Error("an object was deleted")
		}
		for _, name := range []string{stray, unfinished, truncated} {
			if err := b.Delete(t.Context(), found[name]); err != nil {
				t.Error(err)
			}
		}
		if n, err := b.Collect(t.Context()); n != 1 || err != nil {
			t.Errorf("collected %d, %v; want what was truncated", n, err)
		}
		if got := slices.Sorted(maps.Keys(b.check())); !slices.Equal(got, []string{"lost", "null", "of a dump"}) {
			t.Errorf("after the bytes were deleted: %q", got)
		}
		if err := b.publish("pending", "", pending); err != nil {
			t.Errorf("the upload that went on: %v", err)
		}
	})
}

func TestCheckLeavesYoungBytes(t *testing.T) {
	each(t, files.Options{}, func(t *testing.T, b *bench) {
		if _, err := b.Bytes.Write(t.Context(), key(uuid.NewString()), strings.NewReader("x")); err != nil {
			t.Fatal(err)
		}
		if found := b.check(); len(found) != 0 {
			t.Errorf("got %v", found)
		}
	})
}
