export type PasswordProblem = 'tooShort' | 'differ';

const minLength = 6; // characters; the server refuses fewer too

/** Validates a new password and its repetition; undefined if they are valid. */
export function passwordProblem(password: string, again: string): PasswordProblem | undefined {
  if (Array.from(password).length < minLength) return 'tooShort';
  return password === again ? undefined : 'differ';
}

/** A password as typed: not trimmed, since a space may belong to it. */
export function passwordOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}

const knownReasons = ['length', 'characters', 'pwned'] as const;
type WeakReason = (typeof knownReasons)[number];

/** Why the server found a password weak: the `reasons` of the error weak_password; [] for another one. */
export function weakReasons({ cause }: { cause?: unknown }): WeakReason[] {
  if (typeof cause !== 'object' || cause === null || !('reasons' in cause)) return [];
  const { reasons } = cause;
  return Array.isArray(reasons) ? knownReasons.filter((known) => reasons.includes(known)) : [];
}
