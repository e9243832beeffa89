const hidden = 'Hidden'

/** An email address, or seven digits and more as a phone number is written. */
const contact = /@|^\+?(?:\d[\s()./-]*){7,}$/
const day = /^\d{4}-\d\d-\d\d$/

/**
 * The data of an audit entry for demo mode: each text that is a contact is replaced [people-16]. Numbers and ids stay.
 */
export const withoutContacts = (value: unknown): unknown => {
  if (typeof value === 'string') return contact.test(value) && !day.test(value) ? hidden : value
  if (Array.isArray(value)) return value.map(withoutContacts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutContacts(inner)]))
}
