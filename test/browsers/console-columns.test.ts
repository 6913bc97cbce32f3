import { planFile, settingsOfProfile, sheetOptionsOf } from '@sluice/import-plan';
import { memorySource, openSheet } from '@sluice/sheets';
import type { Page } from 'puppeteer-core';
import { afterAll, expect, test } from 'vitest';
import type { World } from '../../packages/console/src/testing/fake-answers.ts';
import { choose, fileOf, openConsole, press, says } from './console-page.ts';
import { closeBrowsers, driven, tabTo, textOf } from './drive.ts';

/** The records that a run makes of what was dropped by the profile that was saved. */
async function recordsOf({ objects: [sent], profiles }: World, name: string): Promise<unknown> {
  const resolved = await settingsOfProfile(name, profiles.get(name)?.text ?? '');
  if (resolved.kind === 'refused') throw new Error(resolved.reason);
  const { settings } = resolved;
  const open = () => openSheet(memorySource(Buffer.from(sent?.bytes ?? [])), sheetOptionsOf(settings));
  const { records } = await planFile({ open, settings, records: 5 });
  return records?.map(({ fields }) => fields);
}

const focused = (page: Page) => page.evaluate('document.activeElement.ariaLabel');

/** Presses by the keyboard alone what comes next and has this text. */
async function enter(page: Page, text: string): Promise<void> {
  await tabTo(page, text);
  await page.keyboard.press('Enter');
}

/** Opens what stands below the field of a column, chooses there by the control of this name, and presses its button. */
async function joinOrSplit(
  page: Page,
  column: string,
  by: { name: string; value: string; button: string },
): Promise<void> {
  await page.focus(`[aria-label="Field of ${column}"]`);
  await enter(page, 'Join or split');
  const control = `[aria-label="${by.name}"]`;
  await page.waitForSelector(control);
  await page.select(control, by.value);
  await page.focus(control);
  await enter(page, by.button);
}

afterAll(closeBrowsers);

for (const browser of driven) {
  const { name, program } = browser;
  if (program === undefined)
    console.warn(`SKIPPED: the columns of the console in ${name}, which is not on this machine.`);
  const inBrowser = test.skipIf(program === undefined);

  inBrowser(
    `${name}: columns are joined by hand, by keyboard, and what is dropped becomes records with joined values`,
    async () => {
      const { page, world, violations } = await openConsole(browser, '#/drop');
      const sheet = 'One,Two,Three,Mail address\nAda,King,Lovelace,ada@example.com\nBob,,,bob@example.com\n';
      await choose(page, await fileOf('people.csv', sheet));
      await says(page, 'These columns need a profile');
      await page.select('[aria-label="Field of Three"]', 'name');
      await joinOrSplit(page, 'Three', {
        name: 'Join Three with another column',
        value: '0',
        button: 'Join',
      });
      await says(page, 'Lovelace Ada');
      // The row is now where the first of its columns is.
      expect(await focused(page)).toBe('Field of Three + One');
      await page.select('[aria-label="Between the columns of name"]', 'a comma and a space');
      await says(page, 'Lovelace, Ada');
      await page.select('[aria-label="Between the columns of name"]', 'nothing');
      await says(page, 'LovelaceAda');
      await page.select('[aria-label="Between the columns of name"]', 'a comma and a space');
      await page.select('[aria-label="Join Three + One with another column"]', '1');
      await page.focus('[aria-label="Join Three + One with another column"]');
      await enter(page, 'Join');
      await says(page, 'Lovelace, Ada, King');
      await tabTo(page, 'Up');
      await page.keyboard.press('Enter');
      await says(page, 'Ada, Lovelace, King');
      expect(await focused(page)).toBe('Up: Three');
      await page.select('[aria-label="Between the columns of name"]', 'another text');
      await page.type('.joined ~ label input', ' / ');
      await says(page, 'Ada / Lovelace / King');
      await page.focus('[aria-label="Take out: Three"]');
      await page.keyboard.press('Enter');
      await says(page, 'Ada / King');
      expect(await focused(page)).toBe('Field of One + Two');
      await press(page, 'Save the profile');
      await says(page, 'Change the mapping of this profile');
      await press(page, 'Drop it');
      await page.waitForFunction(`location.hash.startsWith('#/runs/')`);
      expect(world.objects.map(({ key }) => key)).toEqual(['inbox/people/people.csv']);
      expect(await recordsOf(world, 'people')).toEqual([
        { name: 'Ada / King', email: 'ada@example.com' },
        { name: 'Bob', email: 'bob@example.com' },
      ]);
      expect(violations).toEqual([]);
    },
    90_000,
  );

  inBrowser(
    `${name}: a proposed join loses a column, and the page says why two columns of one field are refused, and joins them`,
    async () => {
      const { page, violations } = await openConsole(browser, '#/drop');
      const sheet = 'First name,Last name,Mail address\nAda,Poe,ada@example.com\n';
      await choose(page, await fileOf('people.csv', sheet));
      await page.waitForSelector('[aria-label="Field of First name + Last name"]');
      await says(page, 'Ada Poe');
      await page.focus('[aria-label="Take out: First name"]');
      await page.keyboard.press('Enter');
      expect(await focused(page)).toBe('Field of Last name');
      await page.waitForFunction(`document.querySelector('[aria-label="Field of First name"]').value === ''`);
      await page.waitForFunction(`!document.body.innerText.includes('Ada Poe')`);
      await page.select('[aria-label="Field of First name"]', 'name');
      await says(page, 'Another column fills name too.');
      await says(
        page,
        'This file cannot be read so: "First name" (column A) and "Last name" (column B) mean',
      );
      await press(page, 'Join');
      await page.waitForSelector('[aria-label="Field of First name + Last name"]');
      await says(page, 'Ada Poe');
      await says(page, '3 of 3 columns fill a field of client');
      await says(page, 'The only row is right.');
      expect(violations).toEqual([]);
    },
    90_000,
  );

  inBrowser(
    `${name}: one column fills two fields, each by steps of its own`,
    async () => {
      const { page, world, violations } = await openConsole(browser, '#/drop');
      await choose(page, await fileOf('people.csv', 'Who,Code\nAda (ada@example.com),1\n'));
      await press(page, 'Map the columns');
      await page.waitForSelector('[aria-label="Field of Who"]');
      await page.select('[aria-label="Field of Who"]', 'name');
      await joinOrSplit(page, 'Who', {
        name: 'Fill another field with Who',
        value: 'email',
        button: 'Fill it',
      });
      expect(await page.evaluate('document.activeElement.value')).toBe('email');
      await page.select('[aria-label="Add a step to name"]', '{ "before": "(" }');
      await page.select('[aria-label="Add a step to email"]', '"email"');
      await says(page, '1 of 2 columns fill a field of client');
      await says(page, 'The only row is right.');
      await press(page, 'Save the profile');
      await press(page, 'Drop it');
      await page.waitForFunction(`location.hash.startsWith('#/runs/')`);
      expect(await recordsOf(world, 'people')).toEqual([{ name: 'Ada', email: 'ada@example.com' }]);
      expect(violations).toEqual([]);
    },
    90_000,
  );

  inBrowser(
    `${name}: several records of a row are shown as they are, and stay so while another column is mapped`,
    async () => {
      const { page, world, violations } = await openConsole(browser, '#/drop');
      const sheet =
        'First name 1,Last name 1,E-mail 1,First name 2,Last name 2,E-mail 2,Code\nAda,Poe,a@example.com,Bo,Roe,b@example.com,x1\n';
      await choose(page, await fileOf('pairs.csv', sheet));
      await says(page, 'Each row has up to 2 records.');
      await says(page, 'record 2 of the row');
      expect(await textOf(page)).not.toContain('Another column fills');
      const second = `[...document.querySelectorAll('.mapping tbody tr')]
        .find((one) => one.innerText.startsWith('First name 2 + Last name 2')).innerText`;
      await page.waitForFunction(`${second}.includes('Bo Roe')`);
      expect(await page.evaluate(second)).not.toContain('Ada Poe');
      await page.select('[aria-label="Field of Code"]', 'username');
      await says(page, '7 of 7 columns fill a field of client');
      await press(page, 'Save the profile');
      await press(page, 'Drop it');
      await page.waitForFunction(`location.hash.startsWith('#/runs/')`);
      expect(JSON.parse(world.profiles.get('pairs')?.text ?? '')).toEqual({
        ...{ schema: 'client', lookup: 'email', columns: { Code: 'username' } },
        records: [1, 2].map((of) => ({
          columns: { [`E-mail ${of}`]: 'email' },
          join: { name: [`First name ${of}`, `Last name ${of}`] },
        })),
      });
      expect(await recordsOf(world, 'pairs')).toEqual([
        { name: 'Ada Poe', email: 'a@example.com', username: 'x1' },
        { name: 'Bo Roe', email: 'b@example.com', username: 'x1' },
      ]);
      expect(violations).toEqual([]);
    },
    90_000,
  );

  inBrowser(
    `${name}: a row that has one record after all is mapped by hand`,
    async () => {
      const { page } = await openConsole(browser, '#/drop');
      await choose(
        page,
        await fileOf('one.csv', 'Name 1,E-mail 1,Name 2,E-mail 2\nAda,a@example.com,Bo,b@x.org\n'),
      );
      await press(page, 'Make one record of each row');
      await page.select('[aria-label="Field of E-mail 1"]', 'email');
      for (const column of ['Name 1', 'Name 2', 'E-mail 2'])
        await page.select(`[aria-label="Field of ${column}"]`, '');
      await says(page, '1 of 4 columns fill a field of client');
      await says(page, 'The only row is right.');
    },
    90_000,
  );
}
