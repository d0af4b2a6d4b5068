import { encodeHex } from './hex.ts';
import { corsHeaders } from 'cors';

const url = Deno.env.get('SUPABASE_URL')!;
const serviceKey = Deno.env.get('SUPABASE_SERVICE_ROLE_KEY')!;

const json = (status: number, body: unknown) =>
  Response.json(body, { status, headers: corsHeaders });

Deno.serve(async (req) => {
  if (req.method === 'OPTIONS') return new Response('ok', { headers: corsHeaders });
  const caller = {
    apikey: Deno.env.get('SUPABASE_ANON_KEY')!,
    Authorization: req.headers.get('Authorization')!,
  };
  const user = await fetch(`${url}/auth/v1/user`, { headers: caller });
  if (!user.ok) return json(401, { error: 'Sign in first' });
  const { id } = await user.json();

  const { path, caption } = await req.json();
  const file = await fetch(`${url}/storage/v1/object/authenticated/photos/${path}`, { headers: caller });
  if (!file.ok) return json(404, { error: `No file ${path}` });
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());

  const inserted = await fetch(`${url}/rest/v1/photos`, {
    method: 'POST',
    headers: {
      apikey: serviceKey,
      Authorization: `Bearer ${serviceKey}`,
      'Content-Type': 'application/json',
      Prefer: 'return=representation',
    },
    body: JSON.stringify({ owner: id, path, caption, sha256: encodeHex(digest) }),
  });
  return json(inserted.status, (await inserted.json())[0]);
});
