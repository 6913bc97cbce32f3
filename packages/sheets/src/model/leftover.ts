const leftovers =
  /^(?:\._.*|\.DS_Store|\.localized|\.Spotlight-V100|\.Trashes|Icon\r|Thumbs\.db|ehthumbs\.db|desktop\.ini|~\$.*|\.~lock\..*#)$/iu;

/** Whether a system or an office program leaves a file of this name in a folder. @param key with its folders, or a name alone */
export function isLeftover(key: string): boolean {
  return leftovers.test(key.slice(key.lastIndexOf('/') + 1)) || key.includes('__MACOSX/');
}
