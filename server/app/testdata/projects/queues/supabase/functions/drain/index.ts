const url = Deno.env.get('SUPABASE_URL')!;
const key = Deno.env.get('SUPABASE_SERVICE_ROLE_KEY')!;

async function rpc(schema: string, path: string, body: unknown) {
  const response = await fetch(`${url}/rest/v1/${path}`, {
    method: 'POST',
    headers: {
      apikey: key,
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Content-Profile': schema,
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return response.status === 201 ? null : await response.json();
}

Deno.serve(async () => {
  const messages = await rpc('pgmq_public', 'rpc/read', { queue_name: 'emails', sleep_seconds: 60, n: 10 });
  for (const { msg_id, message } of messages) {
    await rpc('public', 'sent', { msg_id, recipient: message.to });
    await rpc('pgmq_public', 'rpc/archive', { queue_name: 'emails', message_id: msg_id });
  }
  return Response.json({ sent: messages.length });
});
