import { useEffect, useRef, type RefObject } from 'react'

/** Whether anybody has been at a control of this page: nothing can be lost before, and a fresh page begins at its top. */
let begun = false
document.addEventListener('focusin', () => (begun = true), { once: true })

/**
 * A step that is done takes its button away, and the focus with it: whoever works with keys would have to begin the
 * page anew. Where it was lost when the moment changed, it goes on here.
 */
export const useFocusKept = <Element extends HTMLElement>(moment: unknown): RefObject<Element | null> => {
  const place = useRef<Element>(null)
  useEffect(() => {
    if (begun && document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [moment])
  return place
}
