/** The longest first or last name, in UTF-16 units, wherever one is entered. */
export const mostName = 100

/** The name of a person on one line. */
export const fullName = ({ firstName: first, lastName }: { readonly firstName: string; readonly lastName: string }) =>
  `${first} ${lastName}`.trim()

/** The first word of a full name, which the other side of a trip sees; '' for an empty name. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? ''
