import type { Place } from './place.ts'

/** The text of a place field while it is edited, over the place that was chosen when it was typed. */
export interface TypedPlace {
  readonly text: string
  /** undefined: typed before the app was loaded, over whatever the form holds */
  readonly over: Place | null | undefined
}

/** The text still to show; null: the chosen place, also where another one was put there meanwhile [design/web-130]. */
export const textOver = (typed: TypedPlace | null, value: Place | null): string | null =>
  typed !== null && (typed.over === undefined || isSame(typed.over, value)) ? typed.text : null

const isSame = (one: Place | null, other: Place | null): boolean =>
  one?.lat === other?.lat && one?.lng === other?.lng && one?.add === other?.add

/** Lookups of one field, of which the newest counts. */
export const makeLookups = () => {
  let newest = 0
  return {
    /** Answers whether this lookup is still wanted. */
    begin: () => {
      const mine = ++newest
      return () => mine === newest
    },
    drop: () => void newest++,
  }
}
