export type PasswordProblem = 'tooShort' | 'differ';

const minLength = 6; // characters; the server refuses fewer too

/** What is wrong with a new password that was typed twice; undefined where nothing is. */
export function passwordProblem(password: string, again: string): PasswordProblem | undefined {
  if (Array.from(password).length < minLength) return 'tooShort';
  return password === again ? undefined : 'differ';
}

/** A password as it was typed: unlike other fields it is not trimmed, since a space may belong to it. */
export function passwordOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}
