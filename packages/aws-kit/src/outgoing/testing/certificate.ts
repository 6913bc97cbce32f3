import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A fresh key, and a certificate for one host that it has signed itself: valid from 2020 to 2049. */
export function selfSigned(host: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const ed25519 = sequence(Buffer.from('06032b6570', 'hex'));
  const name = sequence(tlv(0x31, sequence(Buffer.from('0603550403', 'hex'), tlv(0x0c, Buffer.from(host)))));
  const validity = sequence(tlv(0x17, Buffer.from('200101000000Z')), tlv(0x17, Buffer.from('491231235959Z')));
  const hosts = sequence(Buffer.from('0603551d11', 'hex'), tlv(0x04, sequence(tlv(0x82, Buffer.from(host)))));
  const toSign = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1, ...randomBytes(8)])),
    ed25519,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(hosts)),
  );
  const signature = tlv(0x03, Buffer.concat([Buffer.from([0]), sign(null, toSign, privateKey)]));
  const der = sequence(toSign, ed25519, signature);
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}

/** One value of DER: its tag, its length, itself. */
function tlv(tag: number, value: Buffer): Buffer {
  const { length } = value;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}

function sequence(...values: Buffer[]): Buffer {
  return tlv(0x30, Buffer.concat(values));
}
