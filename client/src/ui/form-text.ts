/** A field of a submitted form as trimmed text; '' where it is absent or a file. */
export function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value.trim() : '';
}
