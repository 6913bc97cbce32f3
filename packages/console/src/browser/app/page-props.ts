/** Values of the parts of the path that stand in braces. */
export type PageProps = Readonly<Record<string, string>>;
