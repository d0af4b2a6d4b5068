/**
 * The functions of linkifyjs that TipTap's link extension calls, in 0.6 kB instead of 9 (vite.admin.config.ts): they
 * find addresses in a text that is typed or pasted. linkifyjs knows all 1,500 top-level domains; here a name without
 * http or www is an address only under the usual ones.
 */

const domains =
  'com|org|net|edu|gov|info|int|eu|ma|fr|dz|tn|es|it|de|be|ch|ca|uk|us|ae|sa|np|pk|tv|io|co|me|app|dev';

const address = new RegExp(
  String.raw`(?:https?:\/\/|www\.)[^\s<>"]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?<![\w@.-])(?:[\w-]+\.)+(?:${domains})(?![\w-])(?:[/?#][^\s<>"]*)?`,
  'gi',
);

type Token = {
  type: 'url' | 'email' | 'text';
  value: string;
  isLink: boolean;
  href: string;
  start: number;
  end: number;
};

/** Splits a text into addresses and what is between them. */
function tokensOf(text: string, protocol: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const add = (type: Token['type'], value: string) => {
    if (value === '') return;
    const end = at + value.length;
    const href = hrefOf(type, value, protocol);
    tokens.push({ type, value, isLink: type !== 'text', href, start: at, end });
    at = end;
  };
  for (const { 0: found, index } of text.matchAll(address)) {
    const value = withoutEnd(found);
    add('text', text.slice(at, index));
    add(/^[^:/?#]+@/.test(value) ? 'email' : 'url', value);
  }
  add('text', text.slice(at));
  return tokens;
}

/** Without the marks of the sentence around it; a bracket stays with the one that opens it. */
function withoutEnd(found: string): string {
  const value = found.replace(/[.,;:!?'"\u2019\u201D\u00BB\u060C\u061B\u061F]+$/, '');
  const isOpen = value.includes('(') || !value.endsWith(')');
  const rest = isOpen ? value : value.slice(0, -1);
  return rest === found ? rest : withoutEnd(rest);
}

function hrefOf(type: Token['type'], value: string, protocol: string): string {
  if (type === 'email') return `mailto:${value}`;
  return /^https?:/i.test(value) ? value : `${protocol}://${value}`;
}

type Options = { defaultProtocol?: string };

/** The addresses of a text. */
export const find = (text: string, { defaultProtocol = 'http' }: Options = {}): Token[] =>
  tokensOf(text, defaultProtocol).filter(({ isLink }) => isLink);

/** The addresses of a text, and what is between them. */
export const tokenize = (text: string): { toObject: (protocol?: string) => Token }[] =>
  tokensOf(text, '').map((token) => ({
    toObject: (protocol = 'http') => ({
      ...token,
      href: hrefOf(token.type, token.value, protocol),
    }),
  }));

// Other protocols are not used.
export const registerCustomProtocol = (): void => {};
export const reset = (): void => {};
