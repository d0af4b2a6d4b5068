export type PasswordProblem = 'tooShort' | 'differ';

const minLength = 6; // characters; the server refuses fewer too

/** What is wrong with a new password that was typed twice; undefined where nothing is. */
export function passwordProblem(password: string, again: string): PasswordProblem | undefined {
  if (Array.from(password).length < minLength) return 'tooShort';
  return password === again ? undefined : 'differ';
}
