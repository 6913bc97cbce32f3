import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const profiles = 'functions/adapters/s3-profiles.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a profile that is not there is an error for a role that may list a prefix only': {
    file: profiles,
    from: "isNamed(error, 'NoSuchKey') || (await isHidden(error, place(name)))",
    to: "isNamed(error, 'NoSuchKey')",
  },
  'a profile that may not be read is one that is not there': {
    file: profiles,
    from: 'if (statusOf(error) !== 403) return false;',
    to: 'return statusOf(error) === 403;',
  },
});
