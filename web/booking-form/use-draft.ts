import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { draftFor, emptyDraft, loadDraft, saveDraft, type BookingDraft } from '../booking-parts/booking-draft.ts'
import { onSignOut, useSession } from '../platform/api/session.ts'
import { useHydrating } from '../platform/page/hydration.ts'

/** The draft of the office, which the page holds. */
export interface OfficeDraft {
  /** the draft at first, for a booking that is repeated */
  readonly start: BookingDraft
  readonly onDraft: (draft: BookingDraft) => void
}

/**
 * The contents of the form. A rider's are stored in this browser, the office's are not [booking-45]. `wasLaterChosen`:
 * in the prerendered form, before hydration.
 */
export const useDraft = (office: OfficeDraft | undefined, wasLaterChosen: () => boolean) => {
  const hydrated = useHydrating()
  const person = useSession().user?.id ?? null
  const [held, show] = useState(() => office?.start ?? (hydrated ? emptyDraft : loadDraft()))
  const draft = draftFor(person, held)
  // A chosen place comes from the server, after other choices perhaps: it changes the newest draft.
  const newest = useRef(held)
  const set = (next: BookingDraft) => {
    newest.current = next
    show(next)
  }

  // The prerendered form is empty: the stored draft and a choice made before hydration come with the next render.
  useLayoutEffect(() => {
    if (!hydrated) return
    const stored = loadDraft()
    set({ ...stored, later: stored.later || wasLaterChosen() })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, after hydration
  }, [])

  const stored = office === undefined
  useEffect(() => (stored ? onSignOut(() => set(loadDraft())) : undefined), [stored])

  return {
    draft,
    change: (part: Partial<BookingDraft>) => {
      const next = { ...draftFor(person, newest.current), ...part, goOn: false }
      set(office === undefined ? saveDraft(next) : next)
      office?.onDraft(next)
    },
    /** After the booking is made. */
    empty: () => {
      set(emptyDraft)
      office?.onDraft(emptyDraft)
    },
    /** Before the form is left to sign in or to pay: it goes on with the price when the rider is back. */
    saveToGoOn: (part: Partial<BookingDraft> = {}) => {
      if (office === undefined) saveDraft({ ...draft, ...part, goOn: true })
    },
  }
}
