import { createHash, createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** The code that an authenticator app shows for a base32 secret (RFC 6238), in a step beside now. */
export function totp(secret: string, step = 0): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(secret, (c) => letters.indexOf(c).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** An authenticator with one ES256 credential, as a browser answers for it. */
export class Authenticator {
  private readonly id = randomBytes(32);
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private readonly domain: string;
  private readonly userHandle: string;
  private counter = 0;

  constructor(domain: string, userHandle: string) {
    this.domain = domain;
    this.userHandle = userHandle;
  }

  create(challenge: string) {
    const jwk = this.keys.publicKey.export({ format: 'jwk' });
    const coordinate = (value = '') => Buffer.from(value, 'base64url');
    const idLength = Buffer.alloc(2);
    idLength.writeUInt16BE(this.id.length);
    const data = Buffer.concat([
      this.head(0x45), // present, verified, with a credential
      Buffer.alloc(16), // no AAGUID
      idLength,
      this.id,
      Buffer.from('a5010203262001215820', 'hex'), // COSE: EC2, ES256, P-256, x
      coordinate(jwk.x),
      Buffer.from('225820', 'hex'), // y
      coordinate(jwk.y),
    ]);
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'), // CBOR: fmt none, attStmt {}, authData
      Buffer.from([0x58, data.length]),
      data,
    ]);
    return this.answer({
      attestationObject: attestation.toString('base64url'),
      clientDataJSON: this.clientData('webauthn.create', challenge).toString('base64url'),
    });
  }

  get(challenge: string) {
    this.counter += 1;
    const data = this.head(0x05); // present, verified
    const client = this.clientData('webauthn.get', challenge);
    const hash = createHash('sha256').update(client).digest();
    return this.answer({
      authenticatorData: data.toString('base64url'),
      clientDataJSON: client.toString('base64url'),
      signature: sign('sha256', Buffer.concat([data, hash]), this.keys.privateKey).toString(
        'base64url',
      ),
      userHandle: Buffer.from(this.userHandle).toString('base64url'),
    });
  }

  private head(flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([
      createHash('sha256').update(this.domain).digest(),
      Buffer.from([flags]),
      counter,
    ]);
  }

  private clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: `https://${this.domain}` }));
  }

  private answer<T>(response: T) {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {}, response };
  }
}
