import { useEffect, useState } from 'react'
import { useFirstTexts } from '../i18n/use-first-texts.ts'
import { newKey } from '../platform/api/plain-call.ts'
import { placeOf, useOwnPlace } from './find-place.ts'
import { type Place, placeOptions, type PlaceOption } from './place.ts'
import { makeLookups, textOver, type TypedPlace } from './typed-place.ts'
import { usePlaceSearch, useSavedPlaces } from './use-place-search.ts'

export interface PlaceChoice {
  readonly value: Place | null
  readonly onChange: (place: Place | null) => void
  /** suggestions near this place come first */
  readonly near: Place | null
  /** suggested first in place of the reader's saved addresses */
  readonly known?: Parameters<typeof useSavedPlaces>[2]
}

/** What is typed in a place field, what it may mean, and the look-up of what is chosen. */
export const usePlaceChoice = ({ value, onChange, near, known }: PlaceChoice) => {
  const { t } = useFirstTexts()
  const [entered, setEntered] = useState<TypedPlace | null>(null)
  const typed = textOver(entered, value)
  const setTyped = (text: string | null) => setEntered(text === null ? null : { text, over: value })
  const [failed, setFailed] = useState(false)
  const [lookups] = useState(makeLookups)
  // A lookup that is still running must not replace a place chosen since, as by Swap or "Start over".
  useEffect(() => lookups.drop, [lookups, value?.lat, value?.lng, value?.add])
  const own = useOwnPlace(lookups.begin, (place) => {
    setTyped(null)
    onChange(place)
  })
  const [session, setSession] = useState(newKey)
  const search = usePlaceSearch(typed ?? '', near, session)
  const saved = useSavedPlaces(typed ?? '', (use) => t(`saved_${use}`), known)
  const choose = async (option: PlaceOption) => {
    const isWanted = lookups.begin()
    if (option.kind !== 'suggested') {
      setTyped(null)
      return onChange(option.place)
    }
    setTyped(option.suggestion.description)
    try {
      const place = await placeOf(option.suggestion)
      // its coordinates end the session
      setSession(newKey())
      if (!isWanted()) return // a later choice replaced this one
      setTyped(null)
      onChange(place)
    } catch {
      if (isWanted()) setFailed(true)
    }
  }
  return {
    /** null: the chosen place is shown */
    typed,
    own,
    search,
    options: placeOptions(value, typed ?? '', saved, search.suggestions),
    choose,
    enter: (text: string) => {
      lookups.drop()
      own.forget()
      setTyped(text)
    },
    /** Takes up a text that was typed before the app was loaded. */
    takeUp: (text: string) => setEntered({ text, over: undefined }),
    clear: () => {
      lookups.drop()
      setTyped(null)
      onChange(null)
    },
    /** The field loses the focus: the chosen place replaces an unfinished edit, and an emptied field has no place. */
    endEdit: () => {
      if (value !== null && typed !== '') setTyped(null)
      if (typed === '') onChange(null)
    },
    /** the coordinates of a suggestion were not found */
    failed,
    closeAlert: () => setFailed(false),
  }
}
