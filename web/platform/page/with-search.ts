/** The search of a link or a navigation. The router has no types for it, since each page reads its own parameters. */
export const withSearch = (search: object) => ({ search: search as never })
