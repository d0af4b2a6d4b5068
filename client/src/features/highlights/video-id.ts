const hosts = ['youtube.com', 'www.youtube.com', 'm.youtube.com', 'youtu.be'];
const id = /^[\w-]{6,20}$/;

/** The id of the video that a watch, short-host, embed, shorts or live link leads to; else undefined. */
export function videoId(link: string | null): string | undefined {
  if (link === null || !URL.canParse(link)) return undefined;
  const url = new URL(link);
  if (!hosts.includes(url.hostname)) return undefined;
  const found = url.hostname === 'youtu.be' ? url.pathname.slice(1) : idInPath(url);
  return found !== undefined && id.test(found) ? found : undefined;
}

function idInPath(url: URL): string | undefined {
  if (url.pathname === '/watch') return url.searchParams.get('v') ?? undefined;
  return /^\/(?:embed|shorts|live)\/([^/]+)/.exec(url.pathname)?.[1];
}
