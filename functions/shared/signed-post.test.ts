import { expect, it } from 'vitest';
import { signedPost } from './signed-post.ts';

it('signs a request as the signer of AWS does', async () => {
  const headers = await signedPost({
    url: new URL('https://abc.execute-api.eu-west-1.amazonaws.com/control/getRevert'),
    body: '{"importId":"i1"}',
    region: 'eu-west-1',
    now: new Date('2026-03-01T08:00:00.000Z'),
    credentials: {
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
      sessionToken: 'tok/en==',
    },
  });
  // What @smithy/signature-v4 makes of the same request.
  expect(headers).toEqual({
    'x-amz-date': '20260301T080000Z',
    'x-amz-security-token': 'tok/en==',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20260301/eu-west-1/execute-api/aws4_request, SignedHeaders=host;x-amz-date;x-amz-security-token, Signature=373bc0bdbea2b2a804d2d03f0605f45aec95e17f693dae22f2c3b581ea8b9133',
  });
});
