const token = /\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g;
const named =
  /\b(apikey|authorization|(?:access_|refresh_)?token|password)(["']?\s*[=:]\s*["']?)[^\s"'&,}]+/gi;

/** A message without the tokens, keys and passwords that it contains. */
export const redact = (message: string): string =>
  message.replace(token, '…').replace(named, '$1$2…');
