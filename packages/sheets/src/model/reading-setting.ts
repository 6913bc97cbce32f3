/** Settings of a profile, as a message shows them: `"reading": {"headerRow":3}` in backquotes. */
export const readingSetting = (settings: object): string => `\`"reading": ${JSON.stringify(settings)}\``;
