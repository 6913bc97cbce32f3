/** Who is told where nothing names an address. */
export function defaultEmailsOf({ DEFAULT_EMAILS }: { readonly DEFAULT_EMAILS: string }): string[] {
  return DEFAULT_EMAILS.split(',').map((email) => email.trim());
}
