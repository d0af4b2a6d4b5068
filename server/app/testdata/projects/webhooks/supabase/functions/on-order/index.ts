interface Payload {
  type: 'INSERT' | 'UPDATE' | 'DELETE';
  table: string;
  schema: string;
  record: { id: number; item: string };
  old_record: null;
}

const url = Deno.env.get('SUPABASE_URL')!;
const key = Deno.env.get('SUPABASE_SERVICE_ROLE_KEY')!;

Deno.serve(async (req) => {
  const { type, schema, table, record }: Payload = await req.json();
  const made = await fetch(`${url}/rest/v1/receipts`, {
    method: 'POST',
    headers: { apikey: key, Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ order_id: record.id, text: `${type} ${schema}.${table}: ${record.item}` }),
  });
  return new Response(null, { status: made.status });
});
