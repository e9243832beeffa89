import { useState } from 'react'
import { findOwnPlace, type OwnPlace } from './find-place.ts'
import { keyOf } from '../platform/show-message.ts'
import type { Place } from './place.ts'

type Failure = Extract<OwnPlace, { failed: unknown }>['failed']

/** "Use my location": asks the browser, then for the address there. */
export const useOwnPlace = (onFound: (place: Place) => void) => {
  const [finding, setFinding] = useState(false)
  const [failed, setFailed] = useState<Failure | null>(null)
  const find = () => {
    setFinding(true)
    setFailed(null)
    void findOwnPlace(keyOf)
      .then((own) => ('place' in own ? onFound(own.place) : setFailed(own.failed)))
      .finally(() => setFinding(false))
  }
  return { finding, failed, find, forget: () => setFailed(null) }
}
