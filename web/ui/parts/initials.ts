/** A person's name: in its parts, or as it is shown where the parts are not known. */
export type PersonName = string | { readonly firstName: string; readonly lastName: string }

/** The first letters of first and last name; of a name without its parts, of its first and last word. */
export const initialsOf = (name: PersonName): string => {
  const words = typeof name === 'string' ? name.trim().split(/\s+/) : [name.firstName.trim(), name.lastName.trim()]
  const [first = '', ...others] = words
  return [first, others.at(-1) ?? ''].map((word) => (Array.from(word)[0] ?? '').toLocaleUpperCase()).join('')
}
