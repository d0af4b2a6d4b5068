const url = Deno.env.get('SUPABASE_URL')!;
const key = Deno.env.get('SUPABASE_SERVICE_ROLE_KEY')!;

Deno.serve(async (req) => {
  if (req.headers.get('x-cron-secret') !== Deno.env.get('CRON_SECRET')) {
    return new Response('Forbidden', { status: 403 });
  }
  const { at } = await req.json();
  const due = `due=lte.${encodeURIComponent(at)}&sent_at=is.null`;
  const updated = await fetch(`${url}/rest/v1/reminders?${due}`, {
    method: 'PATCH',
    headers: { apikey: key, Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ sent_at: at }),
  });
  return new Response(null, { status: updated.status });
});
