import { queryOptions } from '@tanstack/react-query';
import { auth } from './client';
import { asFailure, Failure } from './failures';

/** An authenticator app of the signed-in user that has given a right code. */
export type OwnFactor = {
  id: string;
  name: string;
  /** ISO. */
  createdAt: string;
};

/** The options of useQuery for the own authenticator apps, the oldest first. */
export const ownFactorsQuery = queryOptions({
  queryKey: ['own-factors'],
  queryFn: listOwnFactors,
});

async function listOwnFactors(): Promise<OwnFactor[]> {
  const { mfa } = await auth();
  const { data, error } = await mfa.listFactors();
  if (error !== null) throw asFailure(error);
  return data.totp.map((factor) => ({
    id: factor.id,
    name: factor.friendly_name ?? '',
    createdAt: factor.created_at,
  }));
}

/** An authenticator app to be added; it counts once it has given a code. */
export type NewFactor = {
  id: string;
  /** A QR code as a data URL. */
  picture: string;
  /** For typing, base32. */
  secret: string;
};

/** Begins to add an authenticator app. Throws a Failure. */
export async function enrolFactor(name: string): Promise<NewFactor> {
  const { mfa } = await auth();
  const { data, error } = await mfa.enroll({ factorType: 'totp', friendlyName: name });
  if (error !== null) throw asFailure(error);
  return { id: data.id, picture: data.totp.qr_code, secret: data.totp.secret };
}

/**
 * Gives a code of an authenticator app, against a challenge of this moment: it proves the second factor for
 * this session, and verifies a new factor. Throws a Failure.
 */
export async function giveCode(factor: { id: string; code: string }): Promise<void> {
  const { mfa } = await auth();
  const { error } = await mfa.challengeAndVerify({
    factorId: factor.id,
    code: factor.code,
  });
  if (error !== null) throw asFailure(error);
}

/** Gives a recovery code instead; each works once. Throws a Failure. */
export async function giveRecoveryCode(code: string): Promise<void> {
  const { mfa } = await auth();
  const { error } = await mfa.recoveryCodes.verify({ code });
  if (error !== null) throw asFailure(error);
}

/** The code of the Failure of removeFactor after a sign-in with a recovery code. */
export const recoveryCodeUsed = 'recovery_code_used';

/**
 * Removes an authenticator app; with the last one the recovery codes too, since the server keeps none
 * alone. The session falls back to the password. Throws a Failure: after a recovery code the last app
 * stays, because without the codes that session could not remove it, and no code would be left.
 */
export async function removeFactor(id: string): Promise<void> {
  const client = await auth();
  const others = (await listOwnFactors()).filter((factor) => factor.id !== id);
  if (others.length === 0 && (await countRecoveryCodes()) !== null) {
    if (await hasUsedRecoveryCode()) {
      throw new Failure('refused', recoveryCodeUsed, 'the session was opened with a recovery code');
    }
    const { error } = await client.mfa.recoveryCodes.unenroll();
    if (error !== null) throw asFailure(error);
  }
  const { error } = await client.mfa.unenroll({ factorId: id });
  if (error !== null) throw asFailure(error);
  await client.refreshSession();
}

/** Whether a recovery code was the last second factor of this session. */
async function hasUsedRecoveryCode(): Promise<boolean> {
  const { mfa } = await auth();
  const { data, error } = await mfa.getAuthenticatorAssuranceLevel();
  if (error !== null) throw asFailure(error);
  const last = data.currentAuthenticationMethods
    .filter((entry) => typeof entry === 'object')
    .filter(({ method }) => method === 'totp' || method === 'mfa/recovery_code')
    .toSorted((one, other) => other.timestamp - one.timestamp)[0];
  return last?.method === 'mfa/recovery_code';
}

/** The options of useQuery for the number of recovery codes that are left; null if none were ever made. */
export const recoveryCodesQuery = queryOptions({
  queryKey: ['own-recovery-codes'],
  queryFn: countRecoveryCodes,
});

async function countRecoveryCodes(): Promise<number | null> {
  const { mfa } = await auth();
  const { data, error } = await mfa.recoveryCodes.getStatus();
  if (error?.code === 'mfa_factor_not_found') return null;
  if (error !== null) throw asFailure(error);
  return data.remaining;
}

/** Makes ten recovery codes, which replace earlier ones. They are never shown again. Throws a Failure. */
export async function makeRecoveryCodes(): Promise<string[]> {
  const { recoveryCodes } = (await auth()).mfa;
  const isFirst = (await countRecoveryCodes()) === null;
  const { data, error } = await (isFirst ? recoveryCodes.generate() : recoveryCodes.regenerate());
  if (error !== null) throw asFailure(error);
  return data.codes;
}
