import { describe, expect, it } from 'vitest';
import { dropperOf } from './dropper.ts';

const saying = (name: string) => ({ 'sluice-dropped-by': name });

describe('who dropped an object', () => {
  it('is the name that its uploader gave, where S3 knows no more than a key', () => {
    const [principal, name] = ['AWS:AIDAEXAMPLE', 'Zo\u00eb'];
    expect(dropperOf(principal, saying(encodeURIComponent(name)))).toEqual({ droppedBy: name, principal });
  });

  it('is the ARN that AWS told of its key, and nobody where the object says it beside another key', () => {
    const arn = 'arn:aws:iam::123456789012:user/ana';
    const metadata = {
      ...saying('ana'),
      'sluice-caller-id': 'AIDAEXAMPLE',
      'sluice-caller-arn': encodeURIComponent(arn),
    };
    const principal = 'AWS:AIDAEXAMPLE';
    expect(dropperOf(principal, metadata)).toEqual({ droppedBy: arn, principal });
    expect(dropperOf('owner', metadata)).toEqual({ droppedBy: arn, principal: 'owner' });
    expect(dropperOf('AWS:AIDAOTHER', metadata)).toEqual({ droppedBy: 'AWS:AIDAOTHER' });
    expect(dropperOf('AWS:AROAEXAMPLE:bo', metadata)).toEqual({ droppedBy: 'AWS:AROAEXAMPLE:bo' });
  });

  it('is who assumed a role, whatever the uploader says', () => {
    expect(dropperOf('AWS:AROAEXAMPLE:ana', saying('bo'))).toEqual({ droppedBy: 'AWS:AROAEXAMPLE:ana' });
  });

  it.each(['', ' ', '%0A'])('is the principal where the name is %j', (name) => {
    expect(dropperOf('AWS:AIDAEXAMPLE', saying(name))).toEqual({ droppedBy: 'AWS:AIDAEXAMPLE' });
    expect(dropperOf('AWS:AIDAEXAMPLE')).toEqual({ droppedBy: 'AWS:AIDAEXAMPLE' });
  });

  it('takes a name that is not encoded as it is, no longer than a name may be', () => {
    expect(dropperOf('key', saying('100%')).droppedBy).toBe('100%');
    expect(dropperOf('key', saying('n'.repeat(2000))).droppedBy).toHaveLength(100);
  });
});
