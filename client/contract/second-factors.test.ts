import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Authenticator, totp } from './authenticator.ts';
import { untyped } from './client.ts';
import { passkeyDomain, testCode, testPhone } from './program.ts';

const options = {
  auth: { persistSession: false, autoRefreshToken: false, experimental: { recoveryCodes: true } },
};

/** A client of a new user who has signed in with a password. */
async function signedIn() {
  const user = { email: `${randomUUID()}@example.test`, password: 'a sound one' };
  await untyped('service_role').auth.admin.createUser({ ...user, email_confirm: true });
  const { auth } = untyped('anon', options);
  const { data, error } = await auth.signInWithPassword(user);
  if (error !== null) throw error;
  return { auth, user, id: data.user.id };
}

/** The data of an answer without an error. */
async function good<T>(answer: Promise<{ data: T; error: Error | null }>) {
  const { data, error } = await answer;
  expect(error).toBeNull();
  if (data === null) throw new Error('no data');
  return data;
}

describe('an authenticator app', () => {
  it('lifts the session to aal2, also after a refresh', async () => {
    const { auth, user } = await signedIn();
    const enrolled = await good(auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' }));
    expect(enrolled.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /);
    expect((await good(auth.mfa.listFactors())).totp).toEqual([]);

    const challenge = await good(auth.mfa.challenge({ factorId: enrolled.id }));
    const answer = { factorId: enrolled.id, challengeId: challenge.id };
    const { error } = await auth.mfa.verify({ ...answer, code: '000000' });
    expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    await good(auth.mfa.verify({ ...answer, code: totp(enrolled.totp.secret) }));

    const level = await good(auth.mfa.getAuthenticatorAssuranceLevel());
    expect(level).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    expect(level.currentAuthenticationMethods).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ method: 'password' }),
        expect.objectContaining({ method: 'totp' }),
      ]),
    );
    await auth.refreshSession();
    expect(await good(auth.mfa.getAuthenticatorAssuranceLevel())).toMatchObject({
      currentLevel: 'aal2',
    });
    const { totp: factors } = await good(auth.mfa.listFactors());
    expect(factors).toMatchObject([
      { id: enrolled.id, status: 'verified', friendly_name: 'Phone' },
    ]);

    const second = untyped('anon', options).auth;
    await second.signInWithPassword(user);
    expect(await good(second.mfa.getAuthenticatorAssuranceLevel())).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    });
    const { error: refused } = await second.updateUser({ password: 'another sound one' });
    expect(refused).toMatchObject({ status: 401, code: 'insufficient_aal' });
    const code = totp(enrolled.totp.secret, 1); // the step of now was used
    await good(second.mfa.challengeAndVerify({ factorId: enrolled.id, code }));
    expect(await good(second.mfa.unenroll({ factorId: enrolled.id }))).toEqual({ id: enrolled.id });
    expect((await good(second.mfa.listFactors())).all).toEqual([]);
  });

  it('is listed and removed by an administrator', async () => {
    const { auth, id } = await signedIn();
    const enrolled = await good(auth.mfa.enroll({ factorType: 'totp' }));
    const { admin } = untyped('service_role').auth;
    const { factors } = await good(admin.mfa.listFactors({ userId: id }));
    expect(factors).toMatchObject([{ id: enrolled.id, factor_type: 'totp' }]);
    await good(admin.mfa.deleteFactor({ userId: id, id: enrolled.id }));
    expect((await good(admin.mfa.listFactors({ userId: id }))).factors).toEqual([]);
  });

  it('can be replaced by a recovery code, once', async () => {
    const { auth, user } = await signedIn();
    const enrolled = await good(auth.mfa.enroll({ factorType: 'totp' }));
    await good(
      auth.mfa.challengeAndVerify({ factorId: enrolled.id, code: totp(enrolled.totp.secret) }),
    );
    const { codes } = await good(auth.mfa.recoveryCodes.generate());
    expect(codes).toHaveLength(10);
    const second = untyped('anon', options).auth;
    await second.signInWithPassword(user);
    const [code = ''] = codes;
    await good(second.mfa.recoveryCodes.verify({ code }));
    expect(await good(second.mfa.getAuthenticatorAssuranceLevel())).toMatchObject({
      currentLevel: 'aal2',
    });
    expect(await good(second.mfa.recoveryCodes.getStatus())).toMatchObject({
      total: 10,
      remaining: 9,
    });
    const { error } = await second.mfa.recoveryCodes.verify({ code });
    expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    expect((await good(second.mfa.recoveryCodes.regenerate())).codes).not.toContain(codes[1]);
    await good(second.mfa.recoveryCodes.unenroll());
  });
});

it('a code to a phone lifts the session to aal2', async () => {
  const { auth, user } = await signedIn();
  const phone = `+${testPhone}`;
  const enrolled = await good(
    auth.mfa.enroll({ factorType: 'phone', friendlyName: 'Mobile', phone }),
  );
  expect(enrolled).toMatchObject({ type: 'phone', friendly_name: 'Mobile', phone });
  const { id: factorId } = enrolled;
  const challenge = await good(auth.mfa.challenge({ factorId, channel: 'whatsapp' }));
  expect(challenge).toMatchObject({ type: 'phone' });
  const answer = { factorId, challengeId: challenge.id };
  const { error } = await auth.mfa.verify({ ...answer, code: '000000' });
  expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
  await good(auth.mfa.verify({ ...answer, code: testCode }));
  const level = await good(auth.mfa.getAuthenticatorAssuranceLevel());
  expect(level.currentLevel).toBe('aal2');
  expect(level.currentAuthenticationMethods).toContainEqual(
    expect.objectContaining({ method: 'mfa/phone' }),
  );
  expect((await good(auth.mfa.listFactors())).phone).toMatchObject([
    { id: factorId, status: 'verified', phone: testPhone },
  ]);
  const { error: again } = await auth.mfa.enroll({ factorType: 'phone', phone });
  expect(again).toMatchObject({ status: 422, code: 'mfa_verified_factor_exists' });
  const second = untyped('anon', options).auth;
  await second.signInWithPassword(user);
  const { error: refused } = await second.mfa.unenroll({ factorId });
  expect(refused).toMatchObject({ status: 422, code: 'insufficient_aal' });
  expect(await good(auth.mfa.unenroll({ factorId }))).toEqual({ id: factorId });
});

it('a passkey signs in', async () => {
  const { auth, id } = await signedIn();
  const device = new Authenticator(passkeyDomain, id);
  const start = await good(auth.passkey.startRegistration());
  const added = await good(
    auth.passkey.verifyRegistration({
      challengeId: start.challenge_id,
      credential: device.create(start.options.challenge),
    }),
  );
  const visitor = untyped('anon', options).auth;
  const asked = await good(visitor.passkey.startAuthentication());
  const answer = {
    challengeId: asked.challenge_id,
    credential: device.get(asked.options.challenge),
  };
  const { session } = await good(visitor.passkey.verifyAuthentication(answer));
  expect(session?.user.id).toBe(id);
  const { error } = await visitor.passkey.verifyAuthentication(answer);
  expect(error).toMatchObject({ code: 'webauthn_challenge_not_found' });
  await good(visitor.passkey.update({ passkeyId: added.id, friendlyName: 'Laptop' }));
  expect(await good(visitor.passkey.list())).toMatchObject([
    { id: added.id, friendly_name: 'Laptop' },
  ]);
  expect((await visitor.passkey.delete({ passkeyId: added.id })).error).toBeNull();
  expect(await good(visitor.passkey.list())).toEqual([]);
});
