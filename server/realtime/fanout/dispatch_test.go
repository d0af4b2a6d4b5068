package fanout

import "testing"

// The handler gets each schema change, also of one that was committed before the
// tables of the subscribers were read again for an earlier one: it reads other policies,
// and perhaps read them before.
func TestEachSchemaChangeIsReported(t *testing.T) {
	t.Parallel()
	d := newDispatcher(t)
	d.covered = 2
	for number := range uint64(2) {
		d.handle(t.Context(), streamEvent{kind: eventSchemaChanged, number: number + 1})
	}
	if reported := d.handler.(*testHandler).schemas; reported != 2 {
		t.Errorf("%d of 2 schema changes are reported", reported)
	}
}
