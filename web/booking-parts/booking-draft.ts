import { queryClient } from '../platform/api/plain-call.ts'
import { onSignIn, onSignOut, sessionQuery } from '../platform/api/session.ts'

/** in the session storage */
const storage = 'remis.draft'

/** A place as the form holds it. */
export interface DraftPlace {
  readonly lat: number
  readonly lng: number
  readonly add: string
  /** of the suggestion it was chosen from */
  readonly place_id?: string
}

/** The contents of the form, stored in the session storage for the way to /login and back. */
export interface BookingDraft {
  readonly pickup: DraftPlace | null
  readonly drop: DraftPlace | null
  /** id of the car type */
  readonly carType: string | null
  /** Book Later, at this time (ms) */
  readonly later: boolean
  readonly tripdate: number | null
  /** Book was pressed before the sign-in, or the estimate was left to pay first: continue from there. */
  readonly goOn: boolean
  /** chosen in the estimate before the rider left it to pay; null: none */
  readonly promo: string | null
  readonly mode: 'cash' | 'wallet' | 'card' | null
  /** id of the person who filled the form; null: a visitor [design/web-127] */
  readonly owner: string | null
}

export const emptyDraft: BookingDraft = {
  pickup: null,
  drop: null,
  carType: null,
  later: false,
  tripdate: null,
  goOn: false,
  promo: null,
  mode: null,
  owner: null,
}

/**
 * The trip points cleared: the drop is at the pickup without an address, which is no chosen place, and no car type is
 * chosen [booking-31].
 */
export const cleared = (draft: BookingDraft): BookingDraft => {
  const { pickup } = draft
  const drop = pickup === null ? null : { lat: pickup.lat, lng: pickup.lng, add: '' }
  return { ...draft, drop, carType: null, promo: null, mode: null, goOn: false }
}

/** The place, where one was chosen. */
export const chosenPlace = (place: DraftPlace | null): DraftPlace | null =>
  place === null || place.add === '' ? null : place

const modes = ['cash', 'wallet', 'card'] as const

const placeFrom = (value: unknown): DraftPlace | null => {
  const { lat, lng, add, place_id: id } = (value ?? {}) as Record<string, unknown>
  const fits = typeof lat === 'number' && typeof lng === 'number' && Math.abs(lat) <= 90 && Math.abs(lng) <= 180
  if (!fits || typeof add !== 'string') return null
  return { lat, lng, add: add.slice(0, 300), ...(typeof id === 'string' && id.length <= 2000 ? { place_id: id } : {}) }
}

/** Reads a stored draft; invalid fields become empty. */
export const draftFrom = (stored: string | null): BookingDraft => {
  try {
    const value = JSON.parse(stored ?? 'null') as Record<string, unknown> | null
    if (typeof value !== 'object' || value === null) return emptyDraft
    return {
      pickup: placeFrom(value['pickup']),
      drop: placeFrom(value['drop']),
      carType: typeof value['carType'] === 'string' ? value['carType'] : null,
      later: value['later'] === true,
      tripdate: Number.isSafeInteger(value['tripdate']) ? (value['tripdate'] as number) : null,
      goOn: value['goOn'] === true,
      promo: typeof value['promo'] === 'string' ? value['promo'].slice(0, 100) : null,
      mode: modes.find((mode) => mode === value['mode']) ?? null,
      owner: typeof value['owner'] === 'string' ? value['owner'] : null,
    }
  } catch {
    return emptyDraft
  }
}

/** The draft as `person` may see it: empty if it is another person's. `person` is null while no one is signed in. */
export const draftFor = (person: string | null, draft: BookingDraft): BookingDraft =>
  person === null || draft.owner === null || draft.owner === person ? draft : emptyDraft

const signedIn = (): string | null => queryClient.getQueryData(sessionQuery.queryKey)?.id ?? null

const stored = (): BookingDraft => {
  try {
    return draftFrom(sessionStorage.getItem(storage))
  } catch {
    return emptyDraft
  }
}

export const loadDraft = (): BookingDraft => draftFor(signedIn(), stored())

/** Stores the draft as one of the signed-in person, and answers it. */
export const saveDraft = (draft: BookingDraft): BookingDraft => {
  const owned = { ...draft, owner: signedIn() ?? draft.owner }
  try {
    sessionStorage.setItem(storage, JSON.stringify(owned))
  } catch {
    // no storage: the form is filled in again after the sign-in
  }
  return owned
}

export const forgetDraft = (): void => {
  try {
    sessionStorage.removeItem(storage)
  } catch {
    // no storage, no draft
  }
}

/** The rider left a booking to sign in or to pay first and can continue it. */
export const isBookingInterrupted = (): boolean => loadDraft().goOn

// A visitor's draft becomes that of the person who signs in.
onSignIn(({ id }) => {
  const draft = stored()
  if (draft.owner !== null && draft.owner !== id) forgetDraft()
  else if (draft !== emptyDraft) saveDraft(draft)
})
onSignOut(() => {
  if (stored().owner !== null) forgetDraft()
})
