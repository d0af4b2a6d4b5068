package object

import "testing"

// Who may change the table may write anything into the metadata, and a dump brings what it has.
func TestSizeInMetadata(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{
		"5": 5, "0": 0, "9223372036854775807": 1<<63 - 1, "": 0, "x": 0, "-5": 0, "1.5": 0, "1e30": 0, "[1]": 0, "9223372036854775808": 0,
	} {
		got := size(7)
		if err := got.Scan(text); err != nil || int64(got) != want {
			t.Errorf("%q is %d, %v; want %d", text, got, err, want)
		}
	}
}
