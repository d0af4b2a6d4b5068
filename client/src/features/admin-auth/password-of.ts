/** A password as it was typed: unlike other fields it is not trimmed, since a space may belong to it. */
export function passwordOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}
