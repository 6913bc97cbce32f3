const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

export const documents = [
  ['letter.txt', 'text/plain', 'Letter to owners', 'Dear owner,\n\nyour statement of January is ready.\n'],
  ['rates.csv', 'text/csv', 'Rates by county', 'County,Rate\nAndrews,0.1875\nBrewster,0.2000\n'],
  [
    'terms.html',
    'text/html',
    'Terms',
    '<!doctype html><title>Terms</title><p>These terms are an example.</p>\n',
  ],
  ['notice.pdf', 'application/pdf', 'Notice of change', pdf('Notice of change')],
  ['map.png', 'image/png', 'Map of one point', onePixel],
].map(([fileName, contentType, description, content]) => ({
  fileName,
  contentType,
  description,
  base64: Buffer.from(content ?? '').toString('base64'),
}));

/** A minimal PDF: one page with one line of text. */
function pdf(line: string): string {
  const content = `BT /F1 24 Tf 72 700 Td (${line}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  return `${file}${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
}
