package policies_test

import "testing"

// The site has no private channels, so nobody is let into one: neither by the
// grants, which are Supabase's, nor by what SQL may call to send.
func TestRealtimeMessages(t *testing.T) {
	t.Parallel()
	const row = `insert into realtime.messages (topic, extension, event, private) values ('room', 'broadcast', 'x', true)`
	const probe = `insert into realtime.messages (topic, extension, private) values ('room', 'presence', true)`
	try(t, row, []act{
		{`select * from realtime.messages`, [5]string{"0", "0", "0", "0", "0"}},
		{`select id from realtime.messages where topic = 'room' and extension = 'broadcast'`, [5]string{"0", "0", "0", "0", "0"}},
		{row, [5]string{refused, refused, refused, refused, refused}},
		{probe, [5]string{refused, refused, refused, refused, refused}},
		{`update realtime.messages set private = false`, [5]string{"0", "0", "0", "0", "0"}},
		{`delete from realtime.messages`, [5]string{refused, refused, refused, refused, refused}},
		{`select * from realtime.check_channel_access('[]')`, [5]string{refused, refused, refused, refused, refused}},
		{`select realtime.keep_partitions()`, [5]string{refused, refused, refused, refused, refused}},
		{
			`select realtime.send_from_trigger(row(gen_random_uuid(), 'room', 'broadcast', 'x', null, null, true, now(), now())::realtime.messages)`,
			[5]string{refused, refused, refused, refused, refused},
		},
	}, []claim{
		{anonymous, `select realtime.send('{}', 'x', 'room')`, "1", `(select count(*) = 1 from realtime.messages)`},
		{admin, `select realtime.send('{}', 'x', 'room', false)`, "1", `(select count(*) = 1 from realtime.messages)`},
		{super, `select realtime.send_binary('\x00', 'x', 'room')`, "1", `(select count(*) = 1 from realtime.messages)`},
		{serviceKey, `select realtime.send('{"a": 1}', 'x', 'room')`, "1", `(select count(*) = 2 from realtime.messages)`},
		{serviceKey, `select * from realtime.messages`, "1", ""},
	})
}

// A partition is reached through its table alone.
func TestRealtimePartitions(t *testing.T) {
	t.Parallel()
	db := setup(t, "")
	partitions := lines(t, db, `select inhrelid::regclass::text from pg_inherits where inhparent = 'realtime.messages'::regclass`)
	if len(partitions) < 5 {
		t.Fatalf("%d partitions %q, want those of five days", len(partitions), partitions)
	}
	for _, as := range append(callers[:], serviceKey) {
		check(t, db, claim{as: as, does: "select * from " + partitions[2], sees: refused})
		check(t, db, claim{as: as, does: "insert into " + partitions[2] + " (topic, extension) values ('room', 'broadcast')", sees: refused})
	}
}
