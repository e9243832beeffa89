/** Where an alert of this person waits to be sent. */
export const alertName = (person: string): string => `remis.alert.${person}`

const panicName = 'remis.panic'

/** Keeps the emergency number of a trip, for a page that loads while the server does not answer. */
export const keepPanic = (bookingId: string, panic: string): void => {
  try {
    window.localStorage.setItem(panicName, JSON.stringify({ bookingId, panic }))
  } catch {
    // no storage: the number is there as soon as the server answers
  }
}

/** The number that this device was given for the trip; empty: none. */
export const keptPanic = (bookingId: string): string => {
  try {
    const kept = JSON.parse(window.localStorage.getItem(panicName) ?? 'null') as Record<string, unknown> | null
    return kept?.['bookingId'] === bookingId && typeof kept['panic'] === 'string' ? kept['panic'] : ''
  } catch {
    return ''
  }
}
