/**
 * The public key that supabase-js sends with every call. The Go program writes it into the page as
 * `<meta name="toubkal-anon-key">`; under the Vite server, which does not, it is read from /config.json.
 * Rejects when neither has it: no call could succeed without.
 */
export async function anonKey(): Promise<string> {
  return keyInPage() ?? (await keyFromConfig());
}

function keyInPage(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="toubkal-anon-key"]');
  return meta?.content === '' ? undefined : meta?.content;
}

async function keyFromConfig(): Promise<string> {
  const response = await fetch('/config.json');
  if (!response.ok) throw new Error(`config.json answered ${response.status}`);
  const config: unknown = await response.json();
  if (hasAnonKey(config)) return config.anonKey;
  throw new Error('config.json carries no anonKey');
}

function hasAnonKey(value: unknown): value is { anonKey: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'anonKey' in value &&
    typeof value.anonKey === 'string'
  );
}
