package rls_test

import "testing"

func TestChannelPolicyVersion(t *testing.T) {
	t.Parallel()
	store, database := setupChannels(t, `create function public.allowed() returns bool language sql return true`)
	before := ""
	for _, step := range []struct {
		name, sql string
		changes   bool
	}{
		{"as they are", "select 1", true},
		{"nothing", "select 1", false},
		{"a policy", "create policy p on realtime.messages for select to anon using (public.allowed())", true},
		{"another table's", "create table public.x (); create policy p on public.x using (true)", false},
		{"its expression", "alter policy p on realtime.messages using (realtime.topic() = 'x' and public.allowed())", true},
		{"its roles", "alter policy p on realtime.messages to authenticated", true},
		{"what it calls", "create or replace function public.allowed() returns bool language sql return false", true},
		{"what it does not", "create function public.other() returns bool language sql return false", false},
		{"a message", "select realtime.send('{}', 'e', 't')", false},
		{"a day more", "select realtime.keep_partitions(now() + interval '1 day')", false},
		{"a grant", "revoke select on realtime.messages from anon", true},
		{"row security off", "alter table realtime.messages disable row level security", true},
		{"its end", "drop policy p on realtime.messages", true},
	} {
		exec(t, database, step.sql)
		after, err := store.PolicyVersion(t.Context())
		if err != nil || (after != before) != step.changes {
			t.Errorf("%s: from %q to %q, %v; a change: %t", step.name, before, after, err, step.changes)
		}
		before = after
	}
}
