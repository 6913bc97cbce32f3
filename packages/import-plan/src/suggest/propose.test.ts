import { importableSchemas, importSchema } from '@sluice/contract';
import { describe, expect, test } from 'vitest';
import { parseProfile } from '../profile/profile.ts';
import { propose, type ProposalRequest } from './propose.ts';
import type { Proposal } from './settle.ts';

function proposalOf(header: string, rows: readonly string[], more: Partial<ProposalRequest> = {}): Proposal {
  const cells = rows.map((row) => row.split(','));
  const found = propose({ header: header.split(','), rows: cells, ...more }, importableSchemas);
  if (found === undefined) throw new Error('nothing is proposed');
  expect(parseProfile('proposed', JSON.stringify(found.profile))).toMatchObject({ kind: 'profile' });
  return found;
}

const whyOf = ({ choices }: Proposal, column: string) =>
  choices.find(({ columns }) => columns.includes(column))?.why ?? '';

describe('names of columns', () => {
  test.each([
    ['de', 'Vorname,Nachname,E-Mail-Adresse,Handy'],
    ['fr', 'Prénom,Nom,Courriel,Téléphone portable'],
    ['es', 'Nombre,Apellidos,Correo electrónico,Móvil'],
    ['pt', 'Nome,Sobrenome,Correio eletrônico,Celular'],
    ['it', 'Nome,Cognome,Posta elettronica,Cellulare'],
    ['nl', 'Voornaam,Achternaam,E-mailadres,Mobiel'],
    ['pl', 'Imię,Nazwisko,Adres e-mail,Telefon komórkowy'],
    ['ja', '名,姓,メールアドレス,携帯電話番号'],
    ['en', 'Given name,Surname,Primary email,Mobile'],
  ])('in %s become fields, and both parts of a name are joined', (_language, header) => {
    const [first = '', last = '', email = '', mobile = ''] = header.split(',');
    const { profile } = proposalOf(header, ['Ada,Li,ada@example.com,+1 617 555 0101']);
    expect(profile).toEqual({
      schema: 'client',
      lookup: 'email',
      columns: { [email]: 'email', [mobile]: 'cellPhone' },
      join: { name: [first, last] },
    });
  });

  test('`Name` beside a first name is the last name, and a whole name alone', () => {
    const rows = ['Ada,Li,ada@example.com'];
    expect(proposalOf('Vorname,Name,E-Mail', rows).profile.join).toEqual({ name: ['Vorname', 'Name'] });
    const blank = ['Ada,Li,ada@example.com,Ada Li', 'Bo,Ny,bo@example.com,'];
    expect(proposalOf('First name,Last name,E-mail,Name', blank).profile).toMatchObject({
      join: { name: ['First name', 'Last name'] },
      ignore: ['Name'],
    });
    expect(proposalOf('Nome,Ignoto,E-mail', rows).profile.columns).toMatchObject({ Nome: 'name' });
  });

  test('with a typo are near, with less certainty', () => {
    const { choices } = proposalOf('Full nmae,E-mail', ['Ada,ada@example.com']);
    expect(choices).toMatchObject([
      { field: 'name', score: 0.5, why: 'its name is near name' },
      { field: 'email', score: 1 },
    ]);
  });

  test('that mean several phones say so, and the first free one is taken', () => {
    const proposal = proposalOf('E-mail,Mobile,Telefon', ['ada@example.com,+1 617 555 0101,+49 30 555010']);
    expect(proposal.profile.columns).toMatchObject({ Mobile: 'cellPhone', Telefon: 'workPhone' });
    expect(whyOf(proposal, 'Telefon')).toContain('it could be cellPhone or workPhone or homePhone');
  });
});

describe('cells are the second witness', () => {
  test('an e-mail column is one by its cells, whatever its name', () => {
    const proposal = proposalOf('Name,Kontaktweg', ['Ada,ada@example.com', 'Bo,bo@example.com']);
    expect(proposal.profile.columns).toMatchObject({ Kontaktweg: 'email' });
    expect(whyOf(proposal, 'Kontaktweg')).toBe('2 of 2 cells are e-mail addresses');
  });

  test('a column whose cells are something else is left out, with the count', () => {
    const rows = ['Ada,ada@example.com,call me,German', 'Bo,bo@example.com,never,French'];
    const proposal = proposalOf('Name,Mail,Handy,Sprache', rows);
    expect(proposal.profile.ignore).toEqual(['Handy', 'Sprache']);
    expect(whyOf(proposal, 'Handy')).toContain('but only 0 of 2 cells are like a phone number');
    expect(whyOf(proposal, 'Sprache')).toContain('but only 0 of 2 cells are a language code');
  });

  test('a requester may be an e-mail address, and a role cannot', () => {
    const proposal = proposalOf('Ticket ID,Subject,Requester', ['7,Leak,ada@example.com']);
    expect(proposal.profile).toMatchObject({ columns: { Requester: 'requesterId' } });
    expect(proposal.profile.ignore).toBeUndefined();
    const roles = proposalOf('Name,E-mail,Roles', ['Ada,ada@example.com,admin@example.com']);
    expect(whyOf(roles, 'Roles')).toContain('its cells are e-mail addresses, not ids');
  });

  test('a name that only contains a word needs them', () => {
    const header = 'Name,Contact e-mail (work),E-mail status';
    const { profile } = proposalOf(header, ['Ada,ada@example.com,verified']);
    expect(profile).toMatchObject({
      columns: { 'Contact e-mail (work)': 'email' },
      ignore: ['E-mail status'],
    });
  });
});

describe('a proposal', () => {
  test('maps no ids, deletions or columns that are there twice, and says why', () => {
    const rows = ['7,Ada,ada@example.com,yes,1,2'];
    const proposal = proposalOf('Id,Name,E-Mail,Gelöscht,Notiz,Notiz', rows);
    expect(proposal.profile.ignore).toEqual(['Id', 'Gelöscht', 'Notiz']);
    expect(whyOf(proposal, 'Gelöscht')).toContain('it could delete records');
    expect(whyOf(proposal, 'Notiz')).toBe('the sheet has two columns of this name');
  });

  test('maps ids only where records are found by them', () => {
    const ids = { schema: importSchema('client'), lookup: 'id' };
    const { profile } = proposalOf('Id,Vollständiger Name', ['7,Ada'], ids);
    expect(profile).toMatchObject({ lookup: 'id', columns: { Id: 'id', 'Vollständiger Name': 'name' } });
  });

  test('finds the schema and a lookup that every row has', () => {
    const issues = proposalOf('Vorgangsnummer,Betreff,Fällig am', ['A-1,Leak,2026-03-01']);
    expect(issues.profile).toMatchObject({ schema: 'issue', lookup: 'identifier' });
    const accounts = proposalOf('Kundennummer,Firma,Straße,PLZ,Ort', ['1,Ada Ltd,Weg 1,53111,Bonn']);
    expect(accounts.profile).toMatchObject({
      schema: 'interestAccount',
      lookup: 'ownerNumber',
      columns: { Kundennummer: 'ownerNumber', Firma: 'name' },
      join: { address: { columns: ['Straße', 'PLZ', 'Ort'], with: ', ' } },
    });
    const french = (address: string) =>
      proposalOf('N° client,Raison sociale,Adresse,Code postal,Ville', [`C-1,Ex SA,${address},75001,Paris`])
        .profile;
    expect(french('1 rue X').join).toEqual({
      address: { columns: ['Adresse', 'Code postal', 'Ville'], with: ', ' },
    });
    expect(french('1 rue X 75001 Paris').columns).toMatchObject({ Adresse: 'address' });
    const shared = proposalOf('Full name,E-mail', ['Ada,home@example.com', 'Bo,home@example.com']);
    expect(shared.profile.lookup).toBe('name');
  });

  test('keeps what the profile states, and replaces a column that the sheet lacks', () => {
    const base = {
      schema: 'client',
      lookup: 'email',
      columns: { 'E-Mail': 'email', Telefon: 'homePhone', Fon: 'workPhone' },
      constants: { langCode: 'de' },
      emails: ['ops@example.com'],
    };
    const proposal = proposalOf('E-Mail,Phone,Language', ['ada@example.com,+49 30 555010,de'], { base });
    expect(proposal.profile).toEqual({
      ...base,
      columns: { ...base.columns, Phone: 'workPhone' },
      optional: ['Telefon'],
      ignore: ['Language'],
    });
    expect(whyOf(proposal, 'Language')).toBe('the profile sets langCode for every row');
    expect(whyOf(proposal, 'Telefon')).toContain('the sheet lacks this column');
  });

  test('joins the parts of a name anew if the profile names one that the sheet lacks', () => {
    const base = {
      schema: 'client',
      lookup: 'email',
      columns: { Mail: 'email' },
      join: { name: ['Vorname', 'Nachname'] },
    };
    const rows = ['Ada,Li,ada@example.com'];
    expect(proposalOf('Vorname,Familienname,Mail', rows, { base }).profile).toEqual({
      ...base,
      join: { name: ['Vorname', 'Familienname'] },
    });
    expect(proposalOf('Vorname,Nachname,Mail', rows, { base }).profile).toEqual(base);
    expect(
      proposalOf('Handy,Notiz,Mail', ['+49 151 23456789,x,ada@example.com'], { base }).profile,
    ).toMatchObject({
      join: base.join,
      optional: ['Vorname', 'Nachname'],
    });
  });

  test('is none without a column that finds records, or for another lookup than was asked for', () => {
    const request = { header: ['Colour', 'Size'], rows: [['red', '7']] };
    expect(propose(request, importableSchemas)).toBeUndefined();
    const named = { header: ['Name'], rows: [['Ada']], schema: importSchema('client'), lookup: 'email' };
    expect(propose(named, importableSchemas)).toBeUndefined();
  });

  test('is none for a sheet of thousands of columns, and has the first of hundreds that fit', () => {
    const header = [
      'E-mail',
      '__proto__',
      'constructor',
      ...Array.from({ length: 900 }, (_, at) => `Frage ${at} E-mail Adresse?`),
    ];
    expect(
      propose({ header: Array.from({ length: 5000 }, String), rows: [] }, importableSchemas),
    ).toBeUndefined();
    const found = propose({ header, rows: [header.map(() => 'ada@example.com')] }, importableSchemas);
    expect(found?.profile.columns).toEqual({ 'E-mail': 'email' });
    expect(found?.profile.ignore).toContain('__proto__');
  });
});

describe('columns with numbers', () => {
  const header =
    'Company,Contact 1 First name,Contact 1 Last name,Contact 1 E-mail,Contact 2 First name,Contact 2 Last name,Contact 2 E-mail';
  const rows = ['Acme,Ada,Li,ada@example.com,Bo,Ny,bo@example.com', 'Bolt,Cy,Ro,cy@example.com,,,'];

  test('become several records of a row, each with its lookup', () => {
    const proposal = proposalOf(header, rows);
    expect(proposal.profile).toEqual({
      schema: 'client',
      lookup: 'email',
      records: [
        {
          columns: { 'Contact 1 E-mail': 'email' },
          join: { name: ['Contact 1 First name', 'Contact 1 Last name'] },
        },
        {
          columns: { 'Contact 2 E-mail': 'email' },
          join: { name: ['Contact 2 First name', 'Contact 2 Last name'] },
        },
      ],
      ignore: ['Company'],
    });
    expect(whyOf(proposal, 'Contact 2 E-mail')).toMatch(/^record 2 of the row; /);
  });

  test('share the columns without one', () => {
    const { profile } = proposalOf('Name 1,E-mail 1,Name 2,E-mail 2,Language', [
      'Ada,ada@example.com,Bo,bo@example.com,en',
    ]);
    expect(profile).toMatchObject({
      columns: { Language: 'langCode' },
      records: [
        { columns: { 'Name 1': 'name', 'E-mail 1': 'email' } },
        { columns: { 'Name 2': 'name', 'E-mail 2': 'email' } },
      ],
    });
  });

  test('are of one record where the name has no number', () => {
    const { profile } = proposalOf('Name,E-mail 1,E-mail 2', ['Ada,ada@example.com,a@example.com']);
    expect(profile).toMatchObject({ columns: { 'E-mail 1': 'email' }, ignore: ['E-mail 2'] });
    expect(profile).not.toHaveProperty('records');
  });
});

describe('rows in which the lookup is blank', () => {
  const header = 'Full name,E-mail,Mobile';
  const rows = ['Ada,ada@example.com,', 'Mia,,0170 7654321'];
  const asked = { lookup: 'email' };
  const [, left = ''] = /(; rows in which .*)/u.exec(whyOf(proposalOf(header, rows, asked), 'E-mail')) ?? [];

  test('are left out, and that is said, where other rows have it', () => {
    expect(proposalOf(header, rows, asked).profile).toMatchObject({
      lookup: 'email',
      rows: { except: { 'E-mail': '' } },
    });
    expect(left).toBe('; rows in which it is blank are left out, since no record is found without it');
  });

  test('are not where all have it, or none, or the profile that there is decides', () => {
    const filtersOf = (cells: readonly string[], more?: Partial<ProposalRequest>) =>
      proposalOf(header, cells, { ...asked, ...more }).profile.rows;
    expect(filtersOf(rows.slice(0, 1))).toBeUndefined();
    expect(filtersOf(rows.slice(1))).toBeUndefined();
    const base = { schema: 'client', lookup: 'email', columns: { 'E-mail': 'email' } };
    expect(filtersOf(rows, { base })).toBeUndefined();
  });
});
