import type { Mail } from './mail.ts';

type Notified = Pick<Mail, 'subject' | 'brief'>;

/** The body for an incoming webhook of Slack, or of a chat that takes the same. */
export function slackMessage({ subject, brief }: Notified): string {
  const escaped = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  // Nothing in it is markup: a name could else mention people or hide where a link leads.
  const plain = (text: string) => ({ type: 'plain_text', text, emoji: false });
  return JSON.stringify({
    text: escaped(subject),
    blocks: [subject, brief].map((text) => ({ type: 'section', text: plain(text.slice(0, 3000)) })),
  });
}

/** The body for a webhook of a workflow in Teams: an adaptive card. */
export function teamsMessage({ subject, brief }: Notified): string {
  const block = (text: string, weight: 'Bolder' | 'Default') => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text, weight }],
  });
  const lines = brief.split('\n').filter((line) => line !== '');
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    // Runs of text have no markup, unlike text blocks.
    body: [block(subject, 'Bolder'), ...lines.map((line) => block(line, 'Default'))],
  };
  const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content };
  return JSON.stringify({ type: 'message', attachments: [attachment] });
}
