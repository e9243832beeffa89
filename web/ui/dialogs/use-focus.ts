import { useEffect, useRef, type RefObject } from 'react'

/** Whether any control has been focused; before that there is no focus to keep. */
let begun = false
document.addEventListener('focusin', () => (begun = true), { once: true })

/**
 * When a step removes its button, the focus is lost and keyboard users would start at the top of the page. If it is
 * lost when `moment` changes, this element gets it.
 */
export const useFocusKept = <Element extends HTMLElement>(moment: unknown): RefObject<Element | null> => {
  const place = useRef<Element>(null)
  useEffect(() => {
    if (begun && document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [moment])
  return place
}
