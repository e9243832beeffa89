/** Where the booking form keeps its contents in the session storage. */
export const draftStorage = 'remis.draft'

/** The rider left a booking to sign in or to pay first and can continue it. */
export const isBookingInterrupted = (): boolean => {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(draftStorage) ?? 'null')
    return typeof draft === 'object' && draft !== null && (draft as { goOn?: unknown }).goOn === true
  } catch {
    return false
  }
}
