/**
 * A booking's id as a person types it: in any case, with spaces or hyphens, and with the letters that Crockford's base
 * 32 reads as digits. null: not a booking id.
 */
export const typedBookingId = (typed: string): string | null => {
  const id = typed
    .toUpperCase()
    .replace(/[\s#-]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
  return /^[0-9A-HJKMNP-TV-Z]{10}$/.test(id) ? id : null
}
