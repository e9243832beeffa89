/** A day of an address; null: none that exists. */
export const dayIn = (value: unknown): string | null => {
  if (typeof value !== 'string' || !/^20\d\d-\d\d-\d\d$/.test(value)) return null
  const at = Date.parse(`${value}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value) ? value : null
}
