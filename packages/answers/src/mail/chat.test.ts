import { expect, it } from 'vitest';
import { slackMessage, teamsMessage } from './chat.ts';

const hostile = {
  subject: '<!channel> & <https://evil.example|Pay>.csv: failed',
  brief: '*2* rows\n\n[x](https://evil.example)\n',
};

it('a chat shows a hostile name as it is: nobody is called, and nothing is a link', () => {
  expect(JSON.parse(slackMessage(hostile))).toMatchObject({
    text: '&lt;!channel&gt; &amp; &lt;https://evil.example|Pay&gt;.csv: failed',
    blocks: [{ text: { type: 'plain_text', text: hostile.subject } }, { text: { type: 'plain_text' } }],
  });
  const { content } = JSON.parse(teamsMessage(hostile)).attachments[0];
  expect(content.body).toHaveLength(3);
  for (const { type, inlines } of content.body)
    expect([type, inlines[0].type]).toEqual(['RichTextBlock', 'TextRun']);
});
