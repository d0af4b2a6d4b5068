package extensions

import "testing"

// A control file that PostgreSQL cannot read would break every look at the available extensions.
func TestFiles(t *testing.T) {
	t.Parallel()
	files := Files()
	for _, e := range All {
		if e.Script() == "" || files[e.Name+"--"+e.Version+".sql"] != e.Script() || files[e.Name+".control"] == "" {
			t.Errorf("%s has no script or no control file", e.Name)
		}
		if (e.Members == nil) == (e.Schema == "") {
			t.Errorf("%s: want either members or a schema of its own", e.Name)
		}
		if _, ok := LeftOut(e.Name); ok {
			t.Errorf("%s is left out, and of the engine's own make", e.Name)
		}
	}
}
