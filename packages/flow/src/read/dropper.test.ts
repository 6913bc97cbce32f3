import { describe, expect, it } from 'vitest';
import { dropperOf } from './dropper.ts';

const named = (name: string) => ({ 'sluice-dropped-by': name });

describe('who dropped an object', () => {
  it('is the name in the metadata if S3 knows only a key', () => {
    const [principal, name] = ['AWS:AIDAEXAMPLE', 'Zo\u00eb'];
    expect(dropperOf(principal, named(encodeURIComponent(name)))).toEqual({ droppedBy: name, principal });
  });

  it('is the ARN of the key, unless the metadata names another key', () => {
    const arn = 'arn:aws:iam::123456789012:user/ana';
    const metadata = {
      ...named('ana'),
      'sluice-caller-id': 'AIDAEXAMPLE',
      'sluice-caller-arn': encodeURIComponent(arn),
    };
    const principal = 'AWS:AIDAEXAMPLE';
    expect(dropperOf(principal, metadata)).toEqual({ droppedBy: arn, principal });
    expect(dropperOf('owner', metadata)).toEqual({ droppedBy: arn, principal: 'owner' });
    expect(dropperOf('AWS:AIDAOTHER', metadata)).toEqual({ droppedBy: 'AWS:AIDAOTHER' });
    expect(dropperOf('AWS:AROAEXAMPLE:bo', metadata)).toEqual({ droppedBy: 'AWS:AROAEXAMPLE:bo' });
  });

  it('is the session of an assumed role, whatever is in the metadata', () => {
    expect(dropperOf('AWS:AROAEXAMPLE:ana', named('bo'))).toEqual({ droppedBy: 'AWS:AROAEXAMPLE:ana' });
  });

  it.each(['', ' ', '%0A'])('is the principal if the name is %j', (name) => {
    expect(dropperOf('AWS:AIDAEXAMPLE', named(name))).toEqual({ droppedBy: 'AWS:AIDAEXAMPLE' });
    expect(dropperOf('AWS:AIDAEXAMPLE')).toEqual({ droppedBy: 'AWS:AIDAEXAMPLE' });
  });

  describe('by the role of the console', () => {
    const role = 'AROACONSOLE';
    const metadata = { ...named('dana%40example.com'), 'sluice-person': 'p-1' };
    const principal = `AWS:${role}:sign-upload`;

    it('is the person whom the console signed', () => {
      const dana = { droppedBy: 'dana@example.com', principal: 'person:p-1' };
      expect(dropperOf(principal, metadata, role)).toEqual(dana);
    });

    it('is not known if the console did not say who', () => {
      for (const missing of ['sluice-person', 'sluice-dropped-by'])
        expect(dropperOf(principal, { ...metadata, [missing]: undefined! }, role)).toEqual({
          droppedBy: 'unknown',
        });
    });

    it.each(['AWS:AROAOTHER:sign-upload', `AWS:${role}`, `AWS:${role}2:x`, `AWS:AIDA${role}`, role])(
      'is no person of the console for the principal %s, whatever is in the metadata',
      (other) => {
        expect(dropperOf(other, metadata, role).principal ?? other).toBe(other);
      },
    );

    it('is the role itself where the stack has no console', () => {
      expect(dropperOf(principal, metadata)).toEqual({ droppedBy: principal });
    });
  });

  it('uses a name that is not encoded unchanged, up to 100 characters', () => {
    expect(dropperOf('key', named('100%')).droppedBy).toBe('100%');
    expect(dropperOf('key', named('n'.repeat(2000))).droppedBy).toHaveLength(100);
  });
});
