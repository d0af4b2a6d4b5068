const hex = (byte: number) => byte.toString(16).padStart(2, '0');

/**
 * A random UUID (RFC 9562, version 4) for a new row. crypto.randomUUID exists on secure origins only.
 */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const stamped = bytes.map((byte, at) => {
    if (at === 6) return (byte & 0x0f) | 0x40;
    return at === 8 ? (byte & 0x3f) | 0x80 : byte;
  });
  const text = Array.from(stamped, hex).join('');
  return [
    text.slice(0, 8),
    text.slice(8, 12),
    text.slice(12, 16),
    text.slice(16, 20),
    text.slice(20),
  ].join('-');
}
