import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a damaged object stops every erase of its site': {
    file: 'packages/data-access/src/control/erase/judge-import.ts',
    from: "  } catch {\n    return 'unread';\n  }",
    to: '  } finally {\n  }',
  },
  'a plan that is too large is not searched': {
    file: 'packages/data-access/src/control/erase/judge-import.ts',
    from: "if (one !== 'clean') is = 'remove';",
    to: '',
  },
  'rows of a large plan are passed over by the ids of records': {
    file: 'packages/data-access/src/control/erase/judge-import.ts',
    from: 'if (mayHold(line, known)) some.push(line);',
    to: 'if (known.record.mayBeInJson(line)) some.push(line);',
  },
  'an object that could not be searched is not named': {
    file: 'packages/data-access/src/control/erase/erase-import.ts',
    from: 'if (one.isUnread && !count.left.includes(one.key)) count.left.push(one.key);',
    to: '',
  },
});
